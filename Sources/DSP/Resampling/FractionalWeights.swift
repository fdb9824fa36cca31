// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime

/// Weights that read a signal between its frames: a sinc under a Kaiser window, at 4096 places between two frames.
///
/// 16 weights a place, and places so close that the nearest will do, keep errors 80 dB below the signal up to 10 kHz at
/// 48 kHz. Source: J. O. Smith, "Digital Audio Resampling Home Page", CCRMA, 2002.
public struct FractionalWeights: ~Copyable {
  /// Frames that a value between two frames depends on.
  public static var reachFrames: Int { @_noLocks get { 16 } }
  /// Frames before the place itself among them.
  public static var leadFrames: Int { @_noLocks get { 7 } }
  /// There are 2 to this power places between two frames.
  public static var placeBits: Int { @_noLocks get { 12 } }
  private static var beta: Float { 8 }

  /// Each weight twice, for both channels of its frame.
  private let weights: UnsafeMutablePointer<SIMD32<Float>>

  /// The table, 512 KiB of it.
  public init() {
    let placeCount = 1 << Self.placeBits
    weights = .allocate(capacity: placeCount)
    for place in 0..<placeCount {
      let fraction = Float(place) / Float(placeCount)
      var taps = SIMD16<Float>.zero
      for tap in 0..<Self.reachFrames {
        taps[tap] = Self.weight(distance: Float(tap - Self.leadFrames) - fraction)
      }
      // A constant stays what it is.
      taps /= taps.sum()
      var pairs = SIMD32<Float>()
      (pairs.evenHalf, pairs.oddHalf) = (taps, taps)
      (weights + place).initialize(to: pairs)
    }
  }

  deinit { weights.deallocate() }

  private static func weight(distance: Float) -> Float {
    let share = distance / (Float(reachFrames) / 2)
    guard abs(share) < 1 else { return 0 }
    let window = bessel(beta * rt_sqrt(1 - share * share)) / bessel(beta)
    let angle = Float.pi * distance
    return abs(distance) < 1e-6 ? window : window * rt_sin(angle) / angle
  }

  /// The modified Bessel function of the first kind and order 0.
  private static func bessel(_ x: Float) -> Float {
    var sum: Float = 1
    var term: Float = 1
    for index in 1...30 {
      let half = x / (2 * Float(index))
      term *= half * half
      sum += term
    }
    return sum
  }

  /// The value at `place` of the places (0 ..< 2 to the power of ``placeBits``) after the frame that ``leadFrames``
  /// others come before, of which `frames` is the first.
  @_noLocks public func value(
    _ frames: UnsafePointer<SIMD2<Float>>, place: Int
  ) -> SIMD2<Float> {
    let source = UnsafeRawPointer(frames)
    let taps = UnsafeRawPointer(weights + place)
    var sum = Self.product(source, taps, atByte: 0)
    sum += Self.product(source, taps, atByte: 32)
    sum += Self.product(source, taps, atByte: 64)
    sum += Self.product(source, taps, atByte: 96)
    let half = sum.lowHalf + sum.highHalf
    return half.lowHalf + half.highHalf
  }

  /// Four frames, each times its weight.
  @_noLocks private static func product(
    _ source: UnsafeRawPointer, _ taps: UnsafeRawPointer, atByte offset: Int
  ) -> SIMD8<Float> {
    source.loadUnaligned(fromByteOffset: offset, as: SIMD8<Float>.self)
      * taps.load(fromByteOffset: offset, as: SIMD8<Float>.self)
  }
}
