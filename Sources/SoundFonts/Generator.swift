// SPDX-License-Identifier: GPL-3.0-or-later

/// The parameters of a zone of a SoundFont that Flam plays, by their numbers in the format.
///
/// Source: "SoundFont Technical Specification", version 2.04, E-mu Systems, 2006, chapter 8.
public enum Generator: Int, CaseIterable, Sendable {
  case startOffset = 0, endOffset, loopStartOffset, loopEndOffset, startCoarseOffset
  case modulationToPitch, vibratoToPitch, modulationEnvelopeToPitch
  case filterCutoff, filterQ, modulationToFilter, modulationEnvelopeToFilter
  case endCoarseOffset, modulationToVolume
  case pan = 17
  case modulationDelay = 21, modulationRate, vibratoDelay, vibratoRate
  case modulationEnvelopeDelay, modulationEnvelopeAttack, modulationEnvelopeHold
  case modulationEnvelopeDecay, modulationEnvelopeSustain, modulationEnvelopeRelease
  case modulationEnvelopeKeyToHold, modulationEnvelopeKeyToDecay
  case delay, attack, hold, decay, sustain, release, keyToHold, keyToDecay
  case instrument = 41
  case keyRange = 43, velocityRange
  case loopStartCoarseOffset = 45
  case attenuation = 48
  case loopEndCoarseOffset = 50
  case coarseTune, fineTune, sample, loops
  case scaleTuning = 56
  case rootKey = 58

  /// Where nothing is said.
  var preset: Int {
    switch self {
    case .filterCutoff: 13_500
    case .modulationDelay, .vibratoDelay, .delay, .attack, .hold, .decay, .release,
      .modulationEnvelopeDelay, .modulationEnvelopeAttack, .modulationEnvelopeHold,
      .modulationEnvelopeDecay, .modulationEnvelopeRelease:
      -12_000
    case .scaleTuning: 100
    case .rootKey: -1
    default: 0
    }
  }

  /// Only zones of instruments may have it: those of presets add nothing to it.
  var isOfInstrument: Bool {
    switch self {
    case .startOffset, .endOffset, .loopStartOffset, .loopEndOffset, .startCoarseOffset,
      .endCoarseOffset, .loopStartCoarseOffset, .loopEndCoarseOffset, .loops, .rootKey, .sample,
      .instrument, .keyRange, .velocityRange:
      true
    default: false
    }
  }
}
