// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime

/// Measures how far a hit is from the place of each sound, by the difference of two microphones.
///
/// Each difference of the channels counts by itself, by a distribution with long tails (Student's
/// t): one that the room or another noise has distorted has little weight (K. Lange, R. Little, J.
/// Taylor, "Robust statistical modeling using the t distribution", J. Am. Stat. Assoc. 84, 1989).
/// Unknown differences have none.
public struct PlaceMatch: ~Copyable {
  /// Degrees of freedom of the distribution.
  private static var freedom: Float { @_noLocks get { 4 } }
  /// The weight of differences against squared distances of spectra: the bands are partly
  /// redundant.
  private static var weight: Float { @_noLocks get { 0.5 } }

  private struct Term: BitwiseCopyable {
    let mean: SIMD4<Float>
    /// 1 over the deviation.
    let scale: SIMD4<Float>
    /// Twice the logarithm of the deviation.
    let width: SIMD4<Float>
  }

  /// Horizon by horizon, sound by sound.
  private let terms: UnsafeMutablePointer<Term>
  private let soundCount: Int

  /// The places that a model knows.
  public init(model: PlaceModel) {
    soundCount = model.places.count
    terms = .allocate(capacity: max(1, HitFeatures.horizonCount * soundCount))
    for (sound, places) in model.places.enumerated() {
      for (horizon, place) in places.enumerated() {
        (terms + horizon * soundCount + sound).initialize(
          to: Term(
            mean: place.mean, scale: 1 / place.deviation,
            width: SIMD4(
              place.deviation.indices.map { 2 * rt_log(place.deviation[$0]) })))
      }
    }
  }

  deinit { terms.deallocate() }

  /// Adds a channel difference, heard up to a horizon, to the distance of each sound.
  public func add(_ difference: ChannelDifference, horizon: Int, to distances: inout [Float]) {
    distances.withUnsafeMutableBufferPointer { distances in
      guard let distances = distances.baseAddress else { return }
      add(difference, horizon: horizon, to: distances)
    }
  }

  @_noLocks func add(
    _ difference: ChannelDifference, horizon: Int, to distances: UnsafeMutablePointer<Float>
  ) {
    guard difference.isKnown else { return }
    for sound in 0..<soundCount {
      let term = terms[horizon * soundCount + sound]
      let strayed = (difference.values - term.mean) * term.scale
      let squares = strayed * strayed
      var distance: Float = 0
      for lane in 0..<4 where difference.known[lane] > 0 {
        distance += (Self.freedom + 1) * rt_log(1 + squares[lane] / Self.freedom) + term.width[lane]
      }
      distances[sound] += Self.weight * distance
    }
  }
}
