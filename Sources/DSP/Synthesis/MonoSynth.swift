// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime

/// A bass that plays one note at a time: an oscillator, a low-pass filter that opens with each note, and an envelope.
///
/// Another note takes the tone over without a click. No latency; the same bits whatever the block size.
public struct MonoSynth: ~Copyable {
  /// A short attack, a decay to a sustained level, and a release that leaves no gap to the next note.
  private static let times = NoteEnvelope.Times(
    attack: 0.004, hold: 0.02, decay: 0.4, sustain: 0.6, release: 0.12)
  /// How the filter opens: more at first than the tone is loud.
  private static let filterTimes = NoteEnvelope.Times(
    attack: 0.003, hold: 0.01, decay: 0.35, sustain: 0.25, release: 0.2)
  /// The cutoff at rest and fully open, in multiples of the frequency.
  private static var restMultiple: Float { @_noLocks get { 2 } }
  private static var openOctaves: Float { @_noLocks get { 3 } }
  private static var q: Float { @_noLocks get { 1.2 } }
  /// The filter takes on its cutoff every so many frames, and glides in between.
  private static var filterFrames: Int { @_noLocks get { 32 } }
  /// The loudest note has this amplitude before the filter.
  private static var amplitude: Float { @_noLocks get { 0.5 } }
  /// In this time the strength goes over from note to note.
  private static let strengthSeconds: Float = 0.004

  private let sampleRateHz: Float
  private var oscillator: WaveOscillator
  private var envelope: NoteEnvelope
  private var opening: NoteEnvelope
  private var filter: StereoBiquad
  private var frequencyHz: Float = 100
  private var strength: Float = 0
  private var wantedStrength: Float = 0
  private let strengthShare: Float
  private var frame = 0
  /// Two samples, as the filter has them.
  private let pair: UnsafeMutablePointer<Float>

  /// A silent synthesiser.
  public init(_ waveform: Waveform, sampleRateHz: Float) {
    self.sampleRateHz = sampleRateHz
    oscillator = WaveOscillator(waveform, sampleRateHz: sampleRateHz)
    envelope = NoteEnvelope(Self.times, sampleRateHz: sampleRateHz)
    opening = NoteEnvelope(Self.filterTimes, sampleRateHz: sampleRateHz)
    filter = StereoBiquad(
      .lowPass(cutoffHz: 2 * frequencyHz, q: Self.q, sampleRateHz: sampleRateHz))
    strengthShare = EffectInput.share(
      seconds: Self.strengthSeconds, sampleRateHz: sampleRateHz)
    pair = .allocate(capacity: 2)
    pair.initialize(repeating: 0, count: 2)
  }

  deinit { pair.deallocate() }

  /// Begins a note of a strength 0...1; one that sounds goes over into it.
  @_noLocks public mutating func begin(frequencyHz: Float, strength: Float) {
    if envelope.isSilent {
      oscillator.reset()
      self.strength = strength
    }
    self.frequencyHz = frequencyHz
    wantedStrength = strength
    oscillator.setFrequency(frequencyHz)
    envelope.begin()
    opening.begin()
  }

  /// Ends the note.
  @_noLocks public mutating func end() {
    envelope.end()
    opening.end()
  }

  /// The next sample.
  @_noLocks public mutating func next() -> Float {
    let open = opening.next()
    if frame % Self.filterFrames == 0 {
      let cutoff = Self.restMultiple * frequencyHz * rt_exp2(Self.openOctaves * open)
      filter.glide(
        to: .lowPass(
          cutoffHz: min(cutoff, 0.4 * sampleRateHz), q: Self.q, sampleRateHz: sampleRateHz),
        frameCount: Self.filterFrames)
    }
    frame &+= 1
    strength += strengthShare * (wantedStrength - strength)
    let sample = Self.amplitude * strength * envelope.next() * oscillator.next()
    (pair[0], pair[1]) = (sample, sample)
    filter.process(pair, count: 1)
    return pair[0]
  }
}
