// SPDX-License-Identifier: GPL-3.0-or-later

/// The places of a person's sounds, as two microphones hear them: the expected
/// ``ChannelDifference``, as plain numbers.
public struct PlaceModel: Sendable, Equatable {
  /// The expected difference of one sound at one horizon.
  public struct Place: BitwiseCopyable, Sendable, Equatable {
    /// Expected differences, lane by lane as in ``ChannelDifference/values``.
    public var mean: SIMD4<Float>
    /// Their deviation, above 0.
    public var deviation: SIMD4<Float>

    /// A place from its numbers.
    public init(mean: SIMD4<Float>, deviation: SIMD4<Float>) {
      (self.mean, self.deviation) = (mean, deviation)
    }
  }

  /// Sound by sound, horizon by horizon.
  public let places: [[Place]]

  /// The places of sounds, one a horizon each.
  public init(places: [[Place]]) {
    precondition(
      places.allSatisfy {
        $0.count == HitFeatures.horizonCount && $0.allSatisfy { $0.deviation.min() > 0 }
      }, "a sound has a place at each horizon, and each varies")
    self.places = places
  }
}
