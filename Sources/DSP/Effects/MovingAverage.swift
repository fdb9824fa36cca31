// SPDX-License-Identifier: GPL-3.0-or-later

/// The mean of the last frames: a soft low-pass, whose first null is at the sample rate divided by
/// `points`.
///
/// Formula: `y[n] = (x[n] + … + x[n - points + 1]) / points`. Values: points, odd, 3...101.
/// Latency: `(points - 1) / 2` frames. The sum is a whole number, so that rounding never adds up.
/// While the number of points changes it is no whole number, and the oldest frame counts in part.
public struct MovingAverage: StereoEffect, ~Copyable {
  private static var mostPoints: Float { @_noLocks get { 101 } }
  /// The place of a frame in the ring, modulo its length.
  private static var mask: Int { @_noLocks get { 127 } }
  /// Samples are whole multiples of 2^-40.
  private static var scale: Float { @_noLocks get { 0x1p40 } }

  private let ring: UnsafeMutablePointer<SIMD2<Int>>
  private var points: ValueGlide
  /// The sum of the newest `whole` frames.
  private var sum = SIMD2<Int>.zero
  private var whole: Int
  private var frame = 0

  /// A mean of silence. Values: points.
  public init(_ values: SIMD8<Float>, sampleRateHz: Float) {
    points = ValueGlide(Self.held(values))
    whole = Int(points.target[0])
    ring = .allocate(capacity: Self.mask + 1)
    ring.initialize(repeating: .zero, count: Self.mask + 1)
  }

  deinit { ring.deallocate() }

  /// The nearest odd number.
  @_noLocks private static func held(_ values: SIMD8<Float>) -> SIMD8<Float> {
    SIMD8(repeating: Float(2 &* latencyFrames(values) &+ 1))
  }

  /// The latency with such values: half of the other points.
  @_noLocks public static func latencyFrames(_ values: SIMD8<Float>) -> Int {
    Int(0.5 * EffectInput.held(values[0], 3, mostPoints))
  }

  /// Half of the other points.
  public var latencyFrames: Int { @_noLocks get { (Int(points.target[0]) &- 1) / 2 } }

  /// Takes on another number of points within `frameCount` frames; the latency changes with it.
  @_noLocks public mutating func glide(to values: SIMD8<Float>, frameCount: Int) {
    points.glide(to: Self.held(values), frameCount: frameCount)
  }

  /// Averages frames of interleaved stereo in place.
  @_noLocks public mutating func process(_ frames: UnsafeMutablePointer<Float>, count: Int) {
    for index in 0..<count {
      let samples = frames + 2 * index
      let points = points.next()[0]
      let wanted = Int(points)
      let input = Self.scale * EffectInput.frame(samples)
      let newest = SIMD2(Int(input.x), Int(input.y))
      ring[frame & Self.mask] = newest
      sum &+= newest &- ring[(frame &- whole) & Self.mask]
      while whole < wanted {
        sum &+= ring[(frame &- whole) & Self.mask]
        whole &+= 1
      }
      while whole > wanted {
        whole &-= 1
        sum &-= ring[(frame &- whole) & Self.mask]
      }
      let oldest = ring[(frame &- whole) & Self.mask]
      frame &+= 1
      let part = Double(points) - Double(whole)
      let share = 1 / (Double(Self.scale) * Double(points))
      samples[0] = Float((Double(sum.x) + part * Double(oldest.x)) * share)
      samples[1] = Float((Double(sum.y) + part * Double(oldest.y)) * share)
    }
  }
}
