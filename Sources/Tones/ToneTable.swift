// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Instrument
import SoundFonts

/// What the numbers of a SoundFont's zone mean for a note at a rate: timecents, cents, centibels, with what modulators add.
struct ToneTable {
  /// All instruments together are so much softer than their samples, linear: chords stay below the limiter.
  private static let gain = 0.4
  /// A note fades at least so long, in timecents: 16 ms.
  private static let shortestRelease = -7200.0

  let zone: SoundFontZone
  let sample: SoundFontSample
  let controls: SoundFontControls
  let sampleRateHz: Double

  /// A note: the zone may have a key and a velocity of its own in place of those that are played.
  init(
    zone: SoundFontZone, sample: SoundFontSample, controls: SoundFontControls, sampleRateHz: Double
  ) {
    (self.zone, self.sample, self.sampleRateHz) = (zone, sample, sampleRateHz)
    var controls = controls
    if zone[.keyNumber] >= 0 { controls.key = Double(min(127, zone[.keyNumber])) }
    if zone[.velocity] > 0 { controls.velocity = Double(min(127, zone[.velocity])) }
    self.controls = controls
  }

  /// How the note sounds.
  func settings(_ wave: ToneWave.View) -> ToneSettings {
    var tone = ToneSettings(wave, ratio: ratio, gains: gains)
    tone.volume = envelope(
      .delay, .attack, .hold, .decay, .release, .keyToHold, .keyToDecay)
    let sustain = value(.sustain) / 1000
    tone.volume.sustain = sustain < 1 ? Float(pow(10, -96 / 20 * sustain)) : 0
    tone.volume.releaseFrames = frames(max(Self.shortestRelease, value(.release)), adding: 1)
    tone.modulation = envelope(
      .modulationEnvelopeDelay, .modulationEnvelopeAttack, .modulationEnvelopeHold,
      .modulationEnvelopeDecay, .modulationEnvelopeRelease, .modulationEnvelopeKeyToHold,
      .modulationEnvelopeKeyToDecay)
    tone.modulation.sustain = Float(1 - value(.modulationEnvelopeSustain) / 1000)
    tone.modulationToPitchCents = Float(value(.modulationEnvelopeToPitch))
    tone.modulationToFilterCents = Float(value(.modulationEnvelopeToFilter))
    tone.cutoffCents = Float(value(.filterCutoff))
    tone.resonanceDecibels = Float(value(.filterQ) / 10)
    tone.tremolo = oscillator(.modulationDelay, .modulationRate)
    tone.tremolo.toPitchCents = Float(value(.modulationToPitch))
    tone.tremolo.toFilterCents = Float(value(.modulationToFilter))
    tone.tremolo.toVolumeDecibels = Float(value(.modulationToVolume) / 10)
    tone.vibrato = oscillator(.vibratoDelay, .vibratoRate)
    tone.vibrato.toPitchCents = Float(value(.vibratoToPitch))
    tone.exclusiveClass = Int32(zone[.exclusiveClass])
    return tone
  }

  private func value(_ generator: Generator) -> Double { zone.value(generator, controls) }

  /// Samples of the tone for a frame.
  private var ratio: Double {
    let root = zone[.rootKey] >= 0 ? zone[.rootKey] : sample.rootKey <= 127 ? sample.rootKey : 60
    // What corrects the sample belongs to its root, and is scaled with it.
    let distance = controls.key - Double(root) + Double(sample.correctionCents) / 100
    let cents =
      distance * value(.scaleTuning) + 100 * value(.coarseTune) + value(.fineTune)
    return exp2(cents / 1200) * Double(sample.sampleRateHz) / sampleRateHz
  }

  /// Left and right: equal power.
  private var gains: SIMD2<Float> {
    let level = Self.gain * pow(10, -value(.attenuation) / 200)
    let angle = (value(.pan) + 500) / 1000 * Double.pi / 2
    return SIMD2(Float(level * cos(angle)), Float(level * sin(angle)))
  }

  /// FluidSynth's envelopes move in steps of so many frames. Fonts beat and sweep as there if ours last as many.
  private static let stepFrames = 64

  /// Whole steps of a time: those that fit, the nearest number, or one more than fit.
  private func frames(_ timecents: Double, adding part: Double = 0) -> Int {
    let steps = exp2(timecents / 1200) * sampleRateHz / Double(Self.stepFrames)
    return Int(steps + part) * Self.stepFrames
  }

  private func envelope(
    _ delay: Generator, _ attack: Generator, _ hold: Generator, _ decay: Generator,
    _ release: Generator, _ keyToHold: Generator, _ keyToDecay: Generator
  ) -> ToneSettings.Envelope {
    // Higher keys are shorter.
    func scaled(_ time: Generator, _ scale: Generator, longest: Double) -> Double {
      let moved = value(time) + value(scale) * (60 - controls.key)
      return min(longest, max(-12_000, moved))
    }
    var envelope = ToneSettings.Envelope()
    envelope.delayFrames = frames(value(delay))
    envelope.attackFrames = frames(value(attack), adding: 1)
    envelope.holdFrames = frames(scaled(hold, keyToHold, longest: 5000), adding: 0.5)
    envelope.decayFrames = frames(scaled(decay, keyToDecay, longest: 8000), adding: 0.5)
    envelope.releaseFrames = frames(value(release), adding: 1)
    return envelope
  }

  private func oscillator(_ delay: Generator, _ rate: Generator) -> ToneSettings.Oscillator {
    var oscillator = ToneSettings.Oscillator()
    oscillator.delayFrames = frames(value(delay), adding: 1)
    oscillator.rate = Float(8.175_799 * exp2(value(rate) / 1200) / sampleRateHz)
    return oscillator
  }
}
