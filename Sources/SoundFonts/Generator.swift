// SPDX-License-Identifier: GPL-3.0-or-later

/// The parameters of a zone of a SoundFont that Flam plays, by their numbers in the format.
///
/// Source: "SoundFont Technical Specification", version 2.04, E-mu Systems, 2006, chapter 8.
public enum Generator: Int, CaseIterable, Sendable {
  case startOffset = 0, endOffset, loopStartOffset, loopEndOffset, startCoarseOffset
  case modulationToPitch, vibratoToPitch, modulationEnvelopeToPitch
  case filterCutoff, filterQ, modulationToFilter, modulationEnvelopeToFilter
  case endCoarseOffset, modulationToVolume
  case chorusSend = 15, reverbSend, pan
  case modulationDelay = 21, modulationRate, vibratoDelay, vibratoRate
  case modulationEnvelopeDelay, modulationEnvelopeAttack, modulationEnvelopeHold
  case modulationEnvelopeDecay, modulationEnvelopeSustain, modulationEnvelopeRelease
  case modulationEnvelopeKeyToHold, modulationEnvelopeKeyToDecay
  case delay, attack, hold, decay, sustain, release, keyToHold, keyToDecay
  case instrument = 41
  case keyRange = 43, velocityRange
  case loopStartCoarseOffset = 45, keyNumber, velocity
  case attenuation = 48
  case loopEndCoarseOffset = 50
  case coarseTune, fineTune, sample, loops
  case scaleTuning = 56, exclusiveClass, rootKey

  /// Where nothing is said.
  var preset: Int {
    switch self {
    case .filterCutoff: 13_500
    case .modulationDelay, .vibratoDelay, .delay, .attack, .hold, .decay, .release,
      .modulationEnvelopeDelay, .modulationEnvelopeAttack, .modulationEnvelopeHold,
      .modulationEnvelopeDecay, .modulationEnvelopeRelease:
      -12_000
    case .scaleTuning: 100
    case .rootKey, .keyNumber, .velocity: -1
    default: 0
    }
  }

  /// Only zones of instruments may have it: those of presets add nothing to it.
  var isOfInstrument: Bool {
    switch self {
    case .startOffset, .endOffset, .loopStartOffset, .loopEndOffset, .startCoarseOffset,
      .endCoarseOffset, .loopStartCoarseOffset, .loopEndCoarseOffset, .loops, .rootKey, .sample,
      .instrument, .keyRange, .velocityRange, .keyNumber, .velocity, .exclusiveClass:
      true
    default: false
    }
  }

  /// The values that it can have; those beyond them are the nearest. Nil where none is too large.
  var range: ClosedRange<Double>? {
    switch self {
    case .modulationToPitch, .vibratoToPitch, .modulationEnvelopeToPitch, .modulationToFilter,
      .modulationEnvelopeToFilter:
      -12_000...12_000
    case .filterQ: 0...960
    case .modulationEnvelopeSustain, .sustain, .chorusSend, .reverbSend: 0...1000
    case .modulationToVolume: -960...960
    case .pan: -500...500
    case .modulationRate, .vibratoRate: -16_000...4500
    case .modulationDelay, .vibratoDelay, .modulationEnvelopeDelay, .delay: -12_000...5000
    case .modulationEnvelopeAttack, .attack, .modulationEnvelopeRelease, .release: -12_000...8000
    case .attenuation: 0...1440
    case .scaleTuning: 0...1200
    default: nil
    }
  }
}
