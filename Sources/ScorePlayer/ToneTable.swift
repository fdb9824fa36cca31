// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Instrument
import SoundFonts

/// What the numbers of a SoundFont's zone mean at a rate: timecents, cents, centibels.
struct ToneTable {
  /// How hard all notes of scores are played, 1...127.
  static let velocity = 100
  /// All instruments together are so much softer than their samples, linear: chords stay below the limiter.
  private static let gain = 0.4
  /// The share of a zone's attenuation that synthesisers carry out, as the first of them did (FluidSynth does, too).
  private static let attenuationShare = 0.4
  /// A note fades at least so long, in timecents: 10 ms.
  private static let shortestRelease = -7973

  let zone: SoundFontZone
  let sample: SoundFontSample
  let sampleRateHz: Double

  /// How a key sounds.
  func settings(_ wave: ToneWave.View, key: Double) -> ToneSettings {
    let root = zone[.rootKey] >= 0 ? zone[.rootKey] : sample.rootKey <= 127 ? sample.rootKey : 60
    let cents =
      (key - Double(root)) * Double(zone[.scaleTuning])
      + Double(100 * zone[.coarseTune] + zone[.fineTune] + sample.correctionCents)
    var tone = ToneSettings(
      wave, ratio: exp2(cents / 1200) * Double(sample.sampleRateHz) / sampleRateHz, gains: gains)
    tone.volume = envelope(
      .delay, .attack, .hold, .decay, .release, .keyToHold, .keyToDecay, key: key)
    tone.volume.sustain = Float(pow(10, -Double(max(0, zone[.sustain])) / 200))
    tone.volume.releaseFrames = frames(max(Self.shortestRelease, zone[.release]))
    tone.modulation = envelope(
      .modulationEnvelopeDelay, .modulationEnvelopeAttack, .modulationEnvelopeHold,
      .modulationEnvelopeDecay, .modulationEnvelopeRelease, .modulationEnvelopeKeyToHold,
      .modulationEnvelopeKeyToDecay, key: key)
    tone.modulation.sustain = Float(
      1 - Double(min(1000, max(0, zone[.modulationEnvelopeSustain]))) / 1000)
    tone.modulationToPitchCents = Float(zone[.modulationEnvelopeToPitch])
    tone.modulationToFilterCents = Float(zone[.modulationEnvelopeToFilter])
    tone.cutoffCents = Float(zone[.filterCutoff])
    tone.resonanceDecibels = Float(min(960, max(0, zone[.filterQ]))) / 10
    tone.tremolo = oscillator(.modulationDelay, .modulationRate)
    tone.tremolo.toPitchCents = Float(zone[.modulationToPitch])
    tone.tremolo.toFilterCents = Float(zone[.modulationToFilter])
    tone.tremolo.toVolumeDecibels = Float(zone[.modulationToVolume]) / 10
    tone.vibrato = oscillator(.vibratoDelay, .vibratoRate)
    tone.vibrato.toPitchCents = Float(zone[.vibratoToPitch])
    return tone
  }

  /// Left and right: equal power, as loud as the velocity.
  private var gains: SIMD2<Float> {
    let decibels = Self.attenuationShare * Double(max(0, zone[.attenuation])) / 10
    let share = Double(Self.velocity) / 127
    let level = Self.gain * share * share * pow(10, -decibels / 20)
    let angle = Double(min(500, max(-500, zone[.pan])) + 500) / 1000 * Double.pi / 2
    return SIMD2(Float(level * cos(angle)), Float(level * sin(angle)))
  }

  private func frames(_ timecents: Int) -> Int {
    Int(exp2(Double(min(8000, timecents)) / 1200) * sampleRateHz)
  }

  private func envelope(
    _ delay: Generator, _ attack: Generator, _ hold: Generator, _ decay: Generator,
    _ release: Generator, _ keyToHold: Generator, _ keyToDecay: Generator, key: Double
  ) -> ToneSettings.Envelope {
    func scaled(_ time: Generator, _ scale: Generator) -> Int {
      zone[time] + Int((Double(zone[scale]) * (60 - key)).rounded())
    }
    var envelope = ToneSettings.Envelope()
    envelope.delayFrames = zone[delay] <= -12_000 ? 0 : frames(zone[delay])
    envelope.attackFrames = frames(zone[attack])
    envelope.holdFrames = zone[hold] <= -12_000 ? 0 : frames(scaled(hold, keyToHold))
    envelope.decayFrames = frames(scaled(decay, keyToDecay))
    envelope.releaseFrames = frames(zone[release])
    return envelope
  }

  private func oscillator(_ delay: Generator, _ rate: Generator) -> ToneSettings.Oscillator {
    var oscillator = ToneSettings.Oscillator()
    oscillator.delayFrames = zone[delay] <= -12_000 ? 0 : frames(zone[delay])
    oscillator.rate = Float(
      8.176 * exp2(Double(min(4500, max(-16_000, zone[rate]))) / 1200) / sampleRateHz)
    return oscillator
  }
}
