// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// The level that each band keeps while nothing is struck.
///
/// Two running quantiles, so that the floor can be both steady and quick. The steady one is
/// exceeded for a twentieth of the time and takes seconds to rise: it knows how far a background
/// fluctuates. The quick one is exceeded for a tenth of the time and moves by 22 dB a second
/// downwards: it knows when a background has ended. The floor is the steady one, but never more
/// than 9 dB over the quick one. So a noise that ends is forgotten within two seconds, and a stroke
/// that was not heard, too short for either, does not hide the next.
struct NoiseFloor: BitwiseCopyable, Sendable {
  private static let steadyShare: Float = 0.05
  private static let steadyRiseDecibelsPerSecond: Float = 3.8
  private static let quickShare: Float = 0.1
  private static let quickRiseDecibelsPerSecond: Float = 200
  private static let mostOverQuickDecibels: Float = 9
  /// How often the levels are looked at.
  private static let lookRateHz: Float = 1000

  private var steady: QuantileQuad
  private var quick: QuantileQuad
  private let quickGain = Units.power(decibels: Self.mostOverQuickDecibels)
  private let lookFrames: Int
  private var untilLook = 0

  init(quietestDecibels: Float, sampleRateHz: Float) {
    lookFrames = Units.frames(seconds: 1 / Self.lookRateHz, sampleRateHz: sampleRateHz)
    steady = QuantileQuad(
      exceededShare: Self.steadyShare, riseDecibelsPerSecond: Self.steadyRiseDecibelsPerSecond,
      lowestDecibels: quietestDecibels, sampleRateHz: Self.lookRateHz)
    quick = QuantileQuad(
      exceededShare: Self.quickShare, riseDecibelsPerSecond: Self.quickRiseDecibelsPerSecond,
      lowestDecibels: quietestDecibels, sampleRateHz: Self.lookRateHz)
  }

  /// The floor of each band, as a power.
  var power: SIMD4<Float> { @_noLocks get { steady.power } }

  /// Sets the lowest floor that is believed.
  @_noLocks mutating func set(quietestDecibels: Float) {
    steady.set(lowestDecibels: quietestDecibels)
    quick.set(lowestDecibels: quietestDecibels)
  }

  /// Begins with a background that was heard already.
  @_noLocks mutating func begin(_ level: SIMD4<Float>) {
    steady.raise(to: level)
    quick.raise(to: level)
  }

  /// Hears the level of the next frame; true if it was looked at.
  @_noLocks @inline(__always) mutating func process(_ level: SIMD4<Float>) -> Bool {
    untilLook &-= 1
    guard untilLook <= 0 else { return false }
    untilLook = lookFrames
    steady.process(level)
    quick.process(level)
    steady.limit(to: quick.power * quickGain)
    return true
  }
}
