// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// The tables of a model.
extension Discriminant {
  /// Fills the tables of one horizon; `chosen` are the features of the model that are used.
  func workOut(_ model: HearingModel, horizon: Int, chosen: [Int]) {
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

  private func dot(
    _ one: UnsafePointer<SIMD8<Float>>, _ other: UnsafePointer<SIMD8<Float>>
  ) -> Float {
    var products = SIMD8<Float>.zero
    for vector in 0..<vectorCount { products += one[vector] * other[vector] }
    return products.sum()
  }
}
