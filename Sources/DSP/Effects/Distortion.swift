// SPDX-License-Identifier: GPL-3.0-or-later

/// Bends the wave as an overdriven amplifier does. It computes at four times the sample rate, so
/// that overtones that are too high do not fold back: below -90 dB of tones up to 5 kHz at 12 dB of
/// drive and 48 kHz.
///
/// Formula: `y = (1 - mix) x + mix 2 tanh(g x / 2) / k`, where `g` is the drive and `k` keeps a
/// level of 1/4 (-12 dBFS) as it is. At 0 dB what stays below -40 dBFS is the same to -100 dB.
/// Values: drive, 0...60 dB; mix, 0...1. Latency: 39 frames, of the sound itself, too. What lies
/// above 3/8 of the sample rate is weakened. Source: see ``Oversampling``.
public struct Distortion: StereoEffect, ~Copyable {
  /// Half of the wave is as large as this at most.
  private static var ceiling: Float { @_noLocks get { 2 } }
  private static var keptLevel: Float { @_noLocks get { 0.25 } }
  /// Frames of the rings, all of which are there twice, so that none wraps while read.
  private static var ringFrames: Int { @_noLocks get { 64 } }

  private let oversampling = Oversampling.shared
  /// Each input frame four times, the newest first; then the groups of four that came of them.
  private let inputs: UnsafeMutablePointer<SIMD8<Float>>
  private let groups: UnsafeMutablePointer<SIMD8<Float>>
  private var frame = 0
  private var silentFrames = 2 * Self.ringFrames
  /// Gains before and after the bend, mix.
  private var values: ValueGlide

  /// A distortion of silence. Values: drive in dB, mix.
  public init(_ values: SIMD8<Float>, sampleRateHz: Float) {
    self.values = ValueGlide(Self.held(values))
    inputs = .allocate(capacity: 2 * Self.ringFrames)
    inputs.initialize(repeating: .zero, count: 2 * Self.ringFrames)
    groups = .allocate(capacity: 2 * Self.ringFrames)
    groups.initialize(repeating: .zero, count: 2 * Self.ringFrames)
  }

  deinit {
    inputs.deallocate()
    groups.deallocate()
  }

  @_noLocks private static func held(_ values: SIMD8<Float>) -> SIMD8<Float> {
    let drive = Units.amplitude(decibels: EffectInput.held(values[0], 0, 60))
    let level = keptLevel / ceiling
    let kept = SIMD8(drive * level, level, 0, 0, 0, 0, 0, 0).hyperbolicTangent
    return SIMD8(
      drive / ceiling, ceiling * kept[1] / kept[0], EffectInput.held(values[1], 0, 1),
      0, 0, 0, 0, 0)
  }

  /// That of the oversampling.
  public static var latencyFrames: Int { @_noLocks get { Oversampling.latencyFrames } }
  /// See ``latencyFrames``.
  public var latencyFrames: Int { @_noLocks get { Self.latencyFrames } }

  /// Takes on another drive and mix within `frameCount` frames.
  @_noLocks public mutating func glide(to values: SIMD8<Float>, frameCount: Int) {
    self.values.glide(to: Self.held(values), frameCount: frameCount)
  }

  /// Bends frames of interleaved stereo in place.
  @_noLocks public mutating func process(_ frames: UnsafeMutablePointer<Float>, count: Int) {
    for index in 0..<count {
      let values = values.next()
      let samples = frames + 2 * index
      let input = EffectInput.frame(samples)
      silentFrames = input == .zero ? silentFrames &+ 1 : 0
      if silentFrames > 2 * Self.ringFrames {
        (samples[0], samples[1]) = (0, 0)
        continue
      }
      frame = (frame &- 1) & (Self.ringFrames &- 1)
      let (x, y) = (input.x, input.y)
      Self.put(SIMD8(x, y, x, y, x, y, x, y), inputs + frame)
      let bent = (values[0] * oversampling.four(inputs + frame)).hyperbolicTangent
      Self.put(values[1] * bent, groups + frame)
      let wet = oversampling.one(groups + frame)
      let old = inputs[frame &+ Oversampling.latencyFrames]
      let dry = SIMD2(old[0], old[1])
      let output = dry + values[2] * (wet - dry)
      (samples[0], samples[1]) = (output.x, output.y)
    }
  }

  @inline(__always) @_noLocks private static func put(
    _ group: SIMD8<Float>, _ place: UnsafeMutablePointer<SIMD8<Float>>
  ) {
    place[0] = group
    place[ringFrames] = group
  }
}

extension SIMD8<Float> {
  /// The hyperbolic tangent, exact to 2e-7 of itself: `(e^2x - 1) / (e^2x + 1)`, where `e^2x - 1` is
  /// computed as `2^n (2^f - 1) + (2^n - 1)`, which loses nothing near 0.
  var hyperbolicTangent: Self {
    @_noLocks get {
      // Beyond 10 it is 1 in single precision.
      var held = self.replacing(with: 10, where: self .> 10)
      held.replace(with: -10, where: held .< -10)
      let octaves = held * 2.885_390_1
      // Adding 1.5 * 2^23 leaves the nearest whole number in the lowest bits.
      let shifted = octaves + 12_582_912
      let whole = unsafeBitCast(shifted, to: SIMD8<Int32>.self) &<< 23
      let power = unsafeBitCast(whole &+ 0x3f80_0000, to: Self.self)
      let rest = octaves - (shifted - 12_582_912)
      // The Taylor series of 2^f - 1, |f| up to 1/2.
      let high = rest * (0.001_333_355_8 + rest * (0.000_154_035_3 + rest * 0.000_015_252_73))
      let middle = rest * (0.055_504_11 + rest * (0.009_618_129 + high))
      let less = rest * (0.693_147_2 + rest * (0.240_226_5 + middle))
      let exponential = power * less + (power - 1)
      return exponential / (exponential + 2)
    }
  }
}
