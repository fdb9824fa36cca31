// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// A model worked out for the bands that a sample rate carries: what turns features into distances from each sound.
///
/// The features of a horizon are whitened by the covariance that the sounds share; the distance from a sound is the
/// least of those from it struck a little before or after the onset. What was heard by the horizon before has its say
/// too: it looked at the beginning more closely.
public struct Discriminant: ~Copyable {
  /// Bands a look.
  public let bandCount: Int
  /// How many sounds there are.
  public let soundCount: Int
  private let shiftCount: Int
  private let featureCount: Int
  /// Vectors that hold the features of a horizon; what is over is zero.
  let vectorCount: Int
  /// Horizon by horizon, the mean of all sounds, taken off the features first.
  private let center: UnsafeMutablePointer<Float>
  /// Horizon by horizon the columns of `L⁻¹`, where `L Lᵀ` is the covariance.
  private let whitening: UnsafeMutablePointer<SIMD8<Float>>
  /// Horizon by horizon, sound by sound, shift by shift: the mean, centred and whitened.
  private let means: UnsafeMutablePointer<SIMD8<Float>>
  /// Horizon by horizon, shift by shift.
  private let shiftCosts: UnsafeMutablePointer<Float>
  /// Sound by sound, where its exemplars begin; one more for the end.
  private let firstExemplar: UnsafeMutablePointer<Int>
  private let exemplarCount: Int
  private let shiftVectors: Int
  /// Horizon by horizon, exemplar by exemplar: how it differs from the mean of its sound, whitened, times
  /// ``exemplarReach``.
  private let differences: UnsafeMutablePointer<SIMD8<Float>>
  /// Horizon by horizon, exemplar by exemplar, in vectors of shifts: what makes the squared distance of a hit from an
  /// exemplar of that from the mean, beside the product of their differences from the mean of the first shift.
  private let exemplarTerms: UnsafeMutablePointer<SIMD8<Float>>
  /// The features of a horizon and of the one before it, whitened.
  private let whitened: UnsafeMutablePointer<SIMD8<Float>>

  /// What the horizon before counts, against 1 of a horizon itself.
  private static var earlierWeight: Float { @_noLocks get { 0.4 } }
  /// What the nearest exemplar of a sound counts; the rest is for its mean.
  private static var exemplarWeight: Float { @_noLocks get { 0.5 } }
  /// Where exemplars are taken to lie on the way from the mean of their sound to where they were heard: chance is part of
  /// it.
  private static let exemplarReach: Float = 0.7

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

  /// Fills the tables of one horizon; `chosen` are the features of the model that are used.
  private func workOut(_ model: HearingModel, horizon: Int, chosen: [Int]) {
    let full = HitFeatures.lookCount * model.bandCount
    let covariance = chosen.flatMap { row in
      chosen.map { model.covariances[horizon][row * full + $0] }
    }
    guard let factor = Cholesky(covariance, size: featureCount) else {
      preconditionFailure("the covariance of a model is positive")
    }
    let inverse = factor.inverseLower
    for column in 0..<featureCount {
      let numbers = (0..<featureCount).map { inverse[$0 * featureCount + column] }
      store(numbers, in: whitening, at: horizon * featureCount + column)
    }
    let middle = chosen.map { feature in
      model.sounds.reduce(0) { $0 + Double($1.means[horizon][feature]) } / Double(soundCount)
    }
    for (feature, number) in middle.enumerated() {
      center[horizon * featureCount + feature] = Float(number)
    }
    for (index, sound) in model.sounds.enumerated() {
      for shift in 0..<shiftCount {
        let mean = chosen.indices.map {
          Double(sound.means[horizon][shift * full + chosen[$0]]) - middle[$0]
        }
        store(
          factor.whitened(mean), in: means,
          at: (horizon * soundCount + index) * shiftCount + shift)
      }
      for (number, exemplar) in sound.exemplars.enumerated() {
        let difference = chosen.map {
          Double(Self.exemplarReach * exemplar.differences[horizon][$0])
        }
        let row = horizon * exemplarCount + firstExemplar[index] + number
        store(factor.whitened(difference), in: differences, at: row)
        workOutTerms(row: row, sound: index, horizon: horizon)
      }
    }
  }

  private func workOutTerms(row: Int, sound: Int, horizon: Int) {
    let first = means + (horizon * soundCount + sound) * shiftCount * vectorCount
    let difference = differences + row * vectorCount
    let ownSquares = dot(difference, difference)
    for vector in 0..<shiftVectors {
      var terms = SIMD8<Float>.zero
      for lane in 0..<min(8, shiftCount - 8 * vector) {
        let mean = first + (8 * vector + lane) * vectorCount
        terms[lane] = ownSquares + 2 * (dot(mean, difference) - dot(first, difference))
      }
      exemplarTerms[row * shiftVectors + vector] = terms
    }
  }

  private func store(
    _ numbers: [Double], in table: UnsafeMutablePointer<SIMD8<Float>>, at row: Int
  ) {
    for vector in 0..<vectorCount {
      var lanes = SIMD8<Float>.zero
      for lane in 0..<min(8, numbers.count - 8 * vector) {
        lanes[lane] = Float(numbers[8 * vector + lane])
      }
      table[row * vectorCount + vector] = lanes
    }
  }

  /// Where the features of a horizon begin among all.
  @_noLocks func offset(horizon: Int) -> Int { horizon * featureCount }

  /// Writes the squared distance of a hit from each sound at one horizon, by its features there and by those of the
  /// horizon before, of the same onset; the first horizon is its own `earlier` one.
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

  /// What the nearest exemplar of a sound adds to the squared distance of a whitened hit from its mean, for eight shifts;
  /// less than 0 where it lies nearer than the mean.
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

  private func dot(
    _ one: UnsafePointer<SIMD8<Float>>, _ other: UnsafePointer<SIMD8<Float>>
  ) -> Float {
    var products = SIMD8<Float>.zero
    for vector in 0..<vectorCount { products += one[vector] * other[vector] }
    return products.sum()
  }

  @_noLocks private func squaredDistance(
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

  /// The features that were measured last at their horizon, whitened.
  var measured: UnsafePointer<SIMD8<Float>> { @_noLocks get { UnsafePointer(whitened) } }

  /// Moves the means of a sound at a horizon by a part of the way from the nearest of them to a hit, which is whitened; `drift`
  /// receives by how much.
  @_noLocks func move(
    sound: Int, horizon: Int, towards hit: UnsafePointer<SIMD8<Float>>, by part: Float,
    drift: UnsafeMutablePointer<SIMD8<Float>>
  ) {
    let first = means + (horizon * soundCount + sound) * shiftCount * vectorCount
    var nearest = first
    var least = Float.infinity
    for shift in 0..<shiftCount {
      let mean = first + shift * vectorCount
      let distance = squaredDistance(hit, mean) + shiftCosts[horizon * shiftCount + shift]
      if distance < least { (least, nearest) = (distance, mean) }
    }
    for vector in 0..<vectorCount {
      let step = (hit[vector] - nearest[vector]) * part
      drift[vector] += step
      for shift in 0..<shiftCount { first[shift * vectorCount + vector] += step }
    }
  }

  /// Squared distance of a whitened hit from a sound at a horizon, as the sound was before it drifted by `drift`.
  @_noLocks func squaredDistance(
    of hit: UnsafePointer<SIMD8<Float>>, from sound: Int, horizon: Int,
    before drift: UnsafePointer<SIMD8<Float>>?
  ) -> Float {
    let first = means + (horizon * soundCount + sound) * shiftCount * vectorCount
    var least = Float.infinity
    for shift in 0..<shiftCount {
      var squares = SIMD8<Float>.zero
      for vector in 0..<vectorCount {
        var difference = hit[vector] - first[shift * vectorCount + vector]
        if let drift { difference += drift[vector] }
        squares += difference * difference
      }
      least = min(least, squares.sum() + shiftCosts[horizon * shiftCount + shift])
    }
    return least
  }

  /// The features in decibels of which `whitened` are the whitened ones, look by look; by forward substitution.
  func features(whitened: UnsafePointer<SIMD8<Float>>, horizon: Int) -> [Float] {
    func weight(_ row: Int, _ column: Int) -> Float {
      whitening[(horizon * featureCount + column) * vectorCount + row / 8][row % 8]
    }
    var features = [Float](repeating: 0, count: featureCount)
    for row in 0..<featureCount {
      let known = (0..<row).reduce(Float(0)) { $0 + weight(row, $1) * features[$1] }
      features[row] = (whitened[row / 8][row % 8] - known) / weight(row, row)
    }
    return features
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
