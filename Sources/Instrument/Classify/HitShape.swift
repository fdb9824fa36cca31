// SPDX-License-Identifier: GPL-3.0-or-later

/// The course of the input's power around an onset: as any struck object has it, whatever its
/// material.
///
/// Mean powers of eight bands, an octave or so each, in segments that grow with their distance from
/// the onset, and the power of the background they stand on.
public struct HitShape: BitwiseCopyable, Sendable {
  /// Bands at a sample rate that carries them all.
  public static var bandCount: Int { @_noLocks get { 8 } }
  /// Segments of a whole shape.
  public static var segmentCount: Int { @_noLocks get { 11 } }
  /// The segment with the onset; those before it show the earlier sound.
  public static var onsetSegment: Int { @_noLocks get { 4 } }
  /// Segments needed for the first judgement of a shape, 11 ms after the onset; one more each at 22
  /// and 45 ms.
  public static var fewestSegments: Int { @_noLocks get { 9 } }
  /// The boundaries of segments, in seconds after the onset.
  static var edgesSeconds: [Float] {
    [-0.06, -0.025, -0.01, -0.004, -0.001, 0.0005, 0.00125, 0.00225, 0.005, 0.011, 0.022, 0.04475]
  }

  /// The middle of a segment, in seconds after the onset.
  public static func middleSeconds(segment: Int) -> Float {
    0.5 * (edgesSeconds[segment] + edgesSeconds[segment + 1])
  }

  /// The end of a segment, in seconds after the onset.
  public static func endSeconds(segment: Int) -> Float { edgesSeconds[segment + 1] }

  /// Mean power in each band, a segment.
  public var power = InlineArray<11, SIMD8<Float>>(repeating: .zero)
  /// Power of the background in each band.
  public var noise = SIMD8<Float>.zero
  /// How many segments were heard.
  public var heardSegments = 0

  /// A shape of nothing.
  @_noLocks public init() {}

  /// Loudest band and segment since the onset.
  var loudest: Float {
    @_noLocks get {
      var loudest: Float = 1e-12
      for segment in Self.onsetSegment..<max(Self.onsetSegment, heardSegments) {
        loudest = max(loudest, power[segment].max())
      }
      return loudest
    }
  }

  /// Power of the loudest segment since the onset, over all bands.
  var loudestSegment: Float {
    @_noLocks get {
      var loudest: Float = 1e-12
      for segment in Self.onsetSegment..<max(Self.onsetSegment, heardSegments) {
        loudest = max(loudest, power[segment].sum())
      }
      return loudest
    }
  }
}
