// SPDX-License-Identifier: GPL-3.0-or-later

/// Weights that read a signal between its frames: a sinc under a Kaiser window, at 256 places between two frames, and on a
/// straight line between two places.
///
/// 20 weights a place keep errors 100 dB below the signal up to 15 kHz at 48 kHz. Source: J. O. Smith, "Digital Audio
/// Resampling Home Page", CCRMA, 2002.
public struct FractionalWeights: ~Copyable {
  /// Frames that a value between two frames depends on.
  public static var reachFrames: Int { @_noLocks get { 20 } }
  /// Frames before the place itself among them.
  public static var leadFrames: Int { @_noLocks get { 9 } }
  /// A frame has 2 to this power parts.
  public static var partBits: Int { @_noLocks get { 32 } }
  private static var placeBits: Int { @_noLocks get { 8 } }
  private static let window = KaiserWindow(beta: 10.5)
  /// Weights of a place, each twice, for both channels of its frame.
  private static var placeStride: Int { @_noLocks get { 2 * reachFrames } }

  private let weights: UnsafeMutablePointer<Float>

  /// The table, 40 KiB of it.
  public init() {
    let placeCount = 1 << Self.placeBits
    weights = .allocate(capacity: (placeCount + 1) * Self.placeStride)
    for place in 0...placeCount {
      let fraction = Double(place) / Double(placeCount)
      let taps = (0..<Self.reachFrames).map { tap in
        let distance = Double(tap - Self.leadFrames) - fraction
        return KaiserWindow.sinc(distance)
          * Self.window.value(at: distance / (Double(Self.reachFrames) / 2))
      }
      // A constant stays what it is.
      let sum = taps.reduce(0, +)
      let first = weights + place * Self.placeStride
      for (tap, weight) in taps.enumerated() {
        (first + 2 * tap).initialize(repeating: Float(weight / sum), count: 2)
      }
    }
  }

  deinit { weights.deallocate() }

  /// The value at `part` of the parts (0 ..< 2 to the power of ``partBits``) after the frame that ``leadFrames`` others come
  /// before, of which `frames` is the first.
  @_noLocks public func value(
    _ frames: UnsafePointer<SIMD2<Float>>, part: Int
  ) -> SIMD2<Float> {
    let restBits = Self.partBits &- Self.placeBits
    let rest = Float(part & (1 &<< restBits &- 1)) * (1 / Float(1 &<< restBits))
    let source = UnsafeRawPointer(frames)
    let before = UnsafeRawPointer(weights + (part &>> restBits) &* Self.placeStride)
    let after = before + 4 &* Self.placeStride
    var sum = SIMD8<Float>.zero
    // Four frames at a time.
    for group in 0..<Self.reachFrames / 4 {
      let offset = 32 &* group
      let near = before.loadUnaligned(fromByteOffset: offset, as: SIMD8<Float>.self)
      let next = after.loadUnaligned(fromByteOffset: offset, as: SIMD8<Float>.self)
      sum +=
        source.loadUnaligned(fromByteOffset: offset, as: SIMD8<Float>.self)
        * (near + rest * (next - near))
    }
    let half = sum.lowHalf + sum.highHalf
    return half.lowHalf + half.highHalf
  }
}
