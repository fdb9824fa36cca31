// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// A model for the bands that a sample rate carries: it turns features into distances from each
/// sound.
///
/// The features of a horizon are whitened by the covariance that the sounds share; the distance
/// from a sound is the least of those from it struck a little before or after the onset. The
/// horizon before counts too: it covers the beginning more closely.
public struct Discriminant: ~Copyable {
  /// Bands a look.
  public let bandCount: Int
  /// How many sounds there are.
  public let soundCount: Int
  let shiftCount: Int
  let featureCount: Int
  /// Vectors that hold the features of a horizon; unused lanes are zero.
  let vectorCount: Int
  /// Horizon by horizon, the mean of all sounds, taken off the features first.
  let center: UnsafeMutablePointer<Float>
  /// Horizon by horizon the columns of `L⁻¹`, where `L Lᵀ` is the covariance.
  let whitening: UnsafeMutablePointer<SIMD8<Float>>
  /// Horizon by horizon, sound by sound, shift by shift: the mean, centred and whitened.
  let means: UnsafeMutablePointer<SIMD8<Float>>
  /// Horizon by horizon, shift by shift.
  let shiftCosts: UnsafeMutablePointer<Float>
  /// Sound by sound, the place of its first exemplar; one more for the end.
  let firstExemplar: UnsafeMutablePointer<Int>
  let exemplarCount: Int
  let shiftVectors: Int
  /// Horizon by horizon, exemplar by exemplar: how it differs from the mean of its sound, whitened,
  /// times ``exemplarReach``.
  let differences: UnsafeMutablePointer<SIMD8<Float>>
  /// Horizon by horizon, exemplar by exemplar, in vectors of shifts: turns the squared distance of
  /// a hit from the mean into that from an exemplar, in addition to the product of their
  /// differences from the mean of the first shift.
  let exemplarTerms: UnsafeMutablePointer<SIMD8<Float>>
  /// The features of a horizon and of the one before it, whitened.
  let whitened: UnsafeMutablePointer<SIMD8<Float>>

  /// The weight of the horizon before, against 1 of a horizon itself.
  private static var earlierWeight: Float { @_noLocks get { 0.4 } }
  /// The weight of a sound's nearest exemplar; the rest is for its mean.
  private static var exemplarWeight: Float { @_noLocks get { 0.5 } }
  /// How far exemplars count on the way from the mean of their sound to their real place: chance is
  /// part of it.
  static let exemplarReach: Float = 0.7

  /// Works out `model` for the lowest `bandCount` of its bands.
  public init(model: HearingModel, bandCount: Int) {
    self.bandCount = bandCount
    soundCount = model.sounds.count
    shiftCount = model.shiftCosts[0].count
    featureCount = HitFeatures.lookCount * bandCount
    vectorCount = (featureCount + 7) / 8
    center = .allocate(capacity: HitFeatures.horizonCount * featureCount)
    whitening = .allocate(capacity: HitFeatures.horizonCount * featureCount * vectorCount)
    means = .allocate(capacity: HitFeatures.horizonCount * soundCount * shiftCount * vectorCount)
    shiftCosts = .allocate(capacity: HitFeatures.horizonCount * shiftCount)
    for (index, cost) in model.shiftCosts.joined().enumerated() { shiftCosts[index] = cost }
    whitened = .allocate(capacity: 2 * vectorCount)
    exemplarCount = model.sounds.reduce(0) { $0 + $1.exemplars.count }
    firstExemplar = .allocate(capacity: soundCount + 1)
    firstExemplar[0] = 0
    for (index, sound) in model.sounds.enumerated() {
      firstExemplar[index + 1] = firstExemplar[index] + sound.exemplars.count
    }
    shiftVectors = (shiftCount + 7) / 8
    let rows = max(1, HitFeatures.horizonCount * exemplarCount)
    differences = .allocate(capacity: rows * vectorCount)
    exemplarTerms = .allocate(capacity: rows * shiftVectors)
    let chosen = (0..<featureCount).map { $0 / bandCount * model.bandCount + $0 % bandCount }
    for horizon in 0..<HitFeatures.horizonCount {
      workOut(model, horizon: horizon, chosen: chosen)
    }
  }

  deinit {
    center.deallocate()
    whitening.deallocate()
    means.deallocate()
    shiftCosts.deallocate()
    firstExemplar.deallocate()
    differences.deallocate()
    exemplarTerms.deallocate()
    whitened.deallocate()
  }

  /// The place of a horizon's first feature among all.
  @_noLocks func offset(horizon: Int) -> Int { horizon * featureCount }

  /// Writes the squared distance of a hit from each sound at one horizon, by its features there and
  /// by those of the horizon before, of the same onset; the first horizon is its own `earlier` one.
  @_noLocks func measure(
    _ features: UnsafePointer<Float>, earlier earlierFeatures: UnsafePointer<Float>, horizon: Int,
    into distances: UnsafeMutablePointer<Float>
  ) {
    let earlier = max(0, horizon - 1)
    whiten(features, horizon: horizon, into: whitened)
    whiten(earlierFeatures, horizon: earlier, into: whitened + vectorCount)
    let scale = 1 / (1 + Self.earlierWeight)
    let meansPerHorizon = soundCount * shiftCount * vectorCount
    var mean = means + horizon * meansPerHorizon
    var earlierMean = means + earlier * meansPerHorizon
    let costs = shiftCosts + horizon * shiftCount
    for sound in 0..<soundCount {
      var least = Float.infinity
      var (nearer, earlierNearer) = (SIMD8<Float>.zero, SIMD8<Float>.zero)
      for shift in 0..<shiftCount {
        if shift % 8 == 0 {
          nearer = nearness(whitened, of: sound, horizon: horizon, shiftVector: shift / 8)
          earlierNearer = nearness(
            whitened + vectorCount, of: sound, horizon: earlier, shiftVector: shift / 8)
        }
        let distance = squaredDistance(whitened, mean) + nearer[shift % 8]
        let before =
          squaredDistance(whitened + vectorCount, earlierMean) + earlierNearer[shift % 8]
        least = min(least, scale * (distance + Self.earlierWeight * before) + costs[shift])
        mean += vectorCount
        earlierMean += vectorCount
      }
      distances[sound] = least
    }
  }

  /// The addition of a sound's nearest exemplar to the squared distance of a whitened hit from its
  /// mean, for eight shifts; less than 0 if it lies nearer than the mean.
  @_noLocks private func nearness(
    _ hit: UnsafePointer<SIMD8<Float>>, of sound: Int, horizon: Int, shiftVector: Int
  ) -> SIMD8<Float> {
    guard firstExemplar[sound] < firstExemplar[sound + 1] else { return .zero }
    let first = means + (horizon * soundCount + sound) * shiftCount * vectorCount
    var least = SIMD8<Float>(repeating: .infinity)
    for exemplar in firstExemplar[sound]..<firstExemplar[sound + 1] {
      let row = horizon * exemplarCount + exemplar
      let difference = differences + row * vectorCount
      var products = SIMD8<Float>.zero
      for vector in 0..<vectorCount {
        products += (hit[vector] - first[vector]) * difference[vector]
      }
      let more = exemplarTerms[row * shiftVectors + shiftVector] - 2 * products.sum()
      least.replace(with: more, where: more .< least)
    }
    return Self.exemplarWeight * least
  }

  @_noLocks func squaredDistance(
    _ one: UnsafePointer<SIMD8<Float>>, _ other: UnsafePointer<SIMD8<Float>>
  ) -> Float {
    var squares = SIMD8<Float>.zero
    for vector in 0..<vectorCount {
      let difference = one[vector] - other[vector]
      squares += difference * difference
    }
    return squares.sum()
  }

  @_noLocks private func whiten(
    _ features: UnsafePointer<Float>, horizon: Int,
    into whitened: UnsafeMutablePointer<SIMD8<Float>>
  ) {
    for vector in 0..<vectorCount { whitened[vector] = .zero }
    let first = offset(horizon: horizon)
    var column = whitening + first * vectorCount
    for feature in 0..<featureCount {
      let value = features[feature] - center[first + feature]
      for vector in 0..<vectorCount { whitened[vector] += value * column[vector] }
      column += vectorCount
    }
  }

  /// Squared distance of a hit from each sound at one horizon.
  public func distances(features: [Float], earlier: [Float], horizon: Int) -> [Float] {
    [Float](unsafeUninitializedCapacity: soundCount) { buffer, count in
      guard let base = buffer.baseAddress else { return }
      measure(features, earlier: earlier, horizon: horizon, into: base)
      count = soundCount
    }
  }
}
