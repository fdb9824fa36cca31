// SPDX-License-Identifier: GPL-3.0-or-later

/// Plays along with a voice, in place of it: an oscillator with the pitch and the level of the tone
/// that it hears, and a low-pass filter. Without a tone it is silent.
///
/// Values: wave, 0 (sine), 1 (triangle), 2 (square), 3 (saw); semitones, -24...24; cutoff, 20...20,000
/// Hz; attack, 0.001...0.5 s, and release, 0.005...5 s, in which the level goes 63 % of the way; mix,
/// 0...1. It hears the mean of both sides, and plays the same on both. Before the filter it has the
/// root mean square of what it hears. What passes beside it is not delayed; how soon a tone is
/// followed, ``PitchTracker`` says. Source: ``FollowedTone``, ``WaveOscillator``.
public struct FollowingSynth: StereoEffect, ~Copyable {
  private static var waveCount: Int { @_noLocks get { 4 } }
  /// Without a peak.
  private static var q: Float { @_noLocks get { 0.707_106_8 } }
  /// A level that falls below this, -120 dB, is silence.
  private static var negligible: Float { @_noLocks get { 1e-6 } }
  /// The places of the ratio of frequencies, the mix, and the gains of the waves in the glide.
  private static var ratioLane: Int { @_noLocks get { 0 } }
  private static var mixLane: Int { @_noLocks get { 1 } }
  private static var waveLane: Int { @_noLocks get { 2 } }

  private let sampleRateHz: Float
  private var tone: FollowedTone
  private let oscillators: UnsafeMutablePointer<WaveOscillator>
  /// What makes each wave as loud as its root mean square says.
  private let waveGains: SIMD4<Float>
  private var filter: FadingBiquad
  private var glide: ValueGlide
  private var wave: Int
  private var attackShare: Float
  private var releaseShare: Float
  private var level: Float = 0
  /// A frame of the filter.
  private let pair: UnsafeMutablePointer<Float>

  /// A synthesiser that has heard nothing yet. Values: wave, semitones, cutoff, attack, release, mix.
  public init(_ values: SIMD8<Float>, sampleRateHz: Float) {
    self.sampleRateHz = sampleRateHz
    tone = FollowedTone(sampleRateHz: sampleRateHz)
    oscillators = .allocate(capacity: Self.waveCount)
    var gains = SIMD4<Float>.zero
    for (place, waveform) in Waveform.allCases.enumerated() {
      (oscillators + place).initialize(to: WaveOscillator(waveform, sampleRateHz: sampleRateHz))
      gains[place] = 1 / waveform.rootMeanSquare
    }
    waveGains = gains
    wave = Self.wave(values)
    glide = ValueGlide(Self.lanes(values, gains))
    filter = FadingBiquad(Self.section(values, sampleRateHz), hertz: Self.hertz(values))
    (attackShare, releaseShare) = Self.shares(values, sampleRateHz)
    pair = .allocate(capacity: 2)
    pair.initialize(repeating: 0, count: 2)
  }

  deinit {
    oscillators.deinitialize(count: Self.waveCount)
    oscillators.deallocate()
    pair.deallocate()
  }

  @_noLocks private static func wave(_ values: SIMD8<Float>) -> Int {
    Int(EffectInput.held(values[0], 0, Float(waveCount &- 1)) + 0.5)
  }

  @_noLocks private static func lanes(
    _ values: SIMD8<Float>, _ waveGains: SIMD4<Float>
  ) -> SIMD8<Float> {
    var lanes = SIMD8<Float>.zero
    lanes[ratioLane] = Units.ratio(cents: 100 * EffectInput.held(values[1], -24, 24))
    lanes[mixLane] = EffectInput.held(values[5], 0, 1)
    let wave = wave(values)
    lanes[waveLane &+ wave] = waveGains[wave]
    return lanes
  }

  @_noLocks private static func hertz(_ values: SIMD8<Float>) -> Float {
    EffectInput.held(values[2], 20, 20_000)
  }

  @_noLocks private static func section(
    _ values: SIMD8<Float>, _ sampleRateHz: Float
  ) -> BiquadSection {
    .lowPass(cutoffHz: hertz(values), q: q, sampleRateHz: sampleRateHz)
  }

  @_noLocks private static func shares(
    _ values: SIMD8<Float>, _ sampleRateHz: Float
  ) -> (Float, Float) {
    (
      EffectInput.share(
        seconds: EffectInput.held(values[3], 0.001, 0.5), sampleRateHz: sampleRateHz),
      EffectInput.share(
        seconds: EffectInput.held(values[4], 0.005, 5), sampleRateHz: sampleRateHz)
    )
  }

  /// Takes on other values within `frameCount` frames: one wave fades into the other.
  @_noLocks public mutating func glide(to values: SIMD8<Float>, frameCount: Int) {
    let earlier = wave
    wave = Self.wave(values)
    if wave != earlier && glide.current[Self.waveLane &+ wave] == 0 {
      oscillators[wave].align(with: oscillators[earlier])
    }
    glide.glide(to: Self.lanes(values, waveGains), frameCount: frameCount)
    filter.glide(
      to: Self.section(values, sampleRateHz), hertz: Self.hertz(values), frameCount: frameCount)
    (attackShare, releaseShare) = Self.shares(values, sampleRateHz)
  }

  /// Plays along with frames of interleaved stereo, in place of them.
  @_noLocks public mutating func process(_ frames: UnsafeMutablePointer<Float>, count: Int) {
    for index in 0..<count {
      let samples = frames + 2 * index
      let input = EffectInput.frame(samples)
      let values = glide.next()
      let wet = next(hearing: 0.5 * (input.x + input.y), values)
      let mix = values[Self.mixLane]
      let output = (1 - mix) * input + mix * SIMD2(wet, wet)
      (samples[0], samples[1]) = (output.x, output.y)
    }
  }

  /// The sample that plays along with one that is heard.
  @_noLocks private mutating func next(hearing sample: Float, _ values: SIMD8<Float>) -> Float {
    tone.hear(sample, isHeard: level > 0)
    if level == 0 {
      guard tone.level > 0 else { return 0 }
      for place in 0..<Self.waveCount { oscillators[place].reset() }
    }
    let aim = tone.level
    level += (aim > level ? attackShare : releaseShare) * (aim - level)
    if aim == 0 && level < Self.negligible { level = 0 }
    let hertz = values[Self.ratioLane] * tone.frequencyHz
    var sum: Float = 0
    for place in 0..<Self.waveCount where values[Self.waveLane &+ place] != 0 {
      oscillators[place].setFrequency(hertz)
      sum += values[Self.waveLane &+ place] * oscillators[place].next()
    }
    (pair[0], pair[1]) = (sum, sum)
    filter.process(pair, count: 1)
    return level * pair[0]
  }
}
