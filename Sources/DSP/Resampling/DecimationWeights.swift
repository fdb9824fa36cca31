// SPDX-License-Identifier: GPL-3.0-or-later

/// Weights that thin a signal out by whole octaves: a low-pass, so that nothing above the new half
/// rate folds back.
///
/// 16 weights for each frame that is left out keep what would fold back into the lower half of what
/// is left 50 dB down. Source: J. O. Smith, "Digital Audio Resampling Home Page", CCRMA, 2002.
public struct DecimationWeights: ~Copyable {
  /// Octaves at most.
  public static var mostOctaves: Int { @_noLocks get { 3 } }
  private static let window = KaiserWindow(beta: 5)
  /// Half of the signal is left here, as a share of the new half rate.
  private static let cutoffShare = 0.75

  /// Those of one octave, then those of the next: each weight twice, for both channels of its
  /// frame.
  private let weights: UnsafeMutablePointer<Float>

  /// Frames that a thinned one depends on: the first half of them come before it.
  @_noLocks public static func reachFrames(octaves: Int) -> Int { 16 << octaves }

  /// The tables, 2 KiB of them.
  public init() {
    weights = .allocate(capacity: Self.first(octaves: Self.mostOctaves + 1))
    for octaves in 1...Self.mostOctaves {
      let reach = Self.reachFrames(octaves: octaves)
      let cutoff = Self.cutoffShare / Double(1 << octaves)
      let taps = (0..<reach).map { tap in
        let distance = Double(tap - reach / 2)
        return KaiserWindow.sinc(cutoff * distance)
          * Self.window.value(at: distance / (Double(reach) / 2))
      }
      // A constant stays what it is.
      let sum = taps.reduce(0, +)
      for (tap, weight) in taps.enumerated() {
        (weights + Self.first(octaves: octaves) + 2 * tap)
          .initialize(repeating: Float(weight / sum), count: 2)
      }
    }
  }

  deinit { weights.deallocate() }

  /// Where the weights of some octaves begin.
  @_noLocks private static func first(octaves: Int) -> Int { 2 * ((16 << octaves) - 32) }

  /// A thinned frame of ``reachFrames(octaves:)`` frames, 1...``mostOctaves``.
  @_noLocks public func value(
    _ frames: UnsafePointer<SIMD2<Float>>, octaves: Int
  ) -> SIMD2<Float> {
    let source = UnsafeRawPointer(frames)
    let taps = UnsafeRawPointer(weights + Self.first(octaves: octaves))
    var sum = SIMD8<Float>.zero
    var offset = 0
    while offset < Self.reachFrames(octaves: octaves) &* 8 {
      sum +=
        source.loadUnaligned(fromByteOffset: offset, as: SIMD8<Float>.self)
        * taps.loadUnaligned(fromByteOffset: offset, as: SIMD8<Float>.self)
      offset &+= 32
    }
    let half = sum.lowHalf + sum.highHalf
    return half.lowHalf + half.highHalf
  }
}
