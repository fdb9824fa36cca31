// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// A model worked out for the bands that a sample rate carries: what turns features into distances from each sound.
public struct Discriminant: Sendable {
  /// Bands a window.
  public let bandCount: Int
  /// `L⁻¹` of the covariance `L Lᵀ`; row-major. Whitening a feature needs only the earlier ones.
  let whitening: [Float]
  /// Mean of all sounds, taken off the features first.
  let center: [Float]
  /// Sound by sound, its mean, centred and whitened.
  let means: [Float]

  /// Works out `model` for the lowest `bandCount` of its bands.
  public init(model: HearingModel, bandCount: Int) {
    let size = HitFeatures.horizonCount * bandCount
    let chosen = (0..<size).map { $0 / bandCount * model.bandCount + $0 % bandCount }
    let full = model.bandCount * HitFeatures.horizonCount
    var covariance = [Double](repeating: 0, count: size * size)
    for row in 0..<size {
      for column in 0..<size {
        covariance[row * size + column] = model.covariance[chosen[row] * full + chosen[column]]
      }
    }
    guard let factor = Cholesky(covariance, size: size) else {
      preconditionFailure("the covariance of a model is positive")
    }
    let share = 1 / Double(model.sounds.count)
    let center = chosen.map { feature in
      model.sounds.reduce(0) { $0 + Double($1.mean[feature]) * share }
    }
    self.bandCount = bandCount
    whitening = factor.inverseLower.map { Float($0) }
    means = model.sounds.flatMap { sound in
      factor.whitened((0..<size).map { Double(sound.mean[chosen[$0]]) - center[$0] })
        .map { Float($0) }
    }
    self.center = center.map { Float($0) }
  }

  /// Adds to the squared distance from each sound what the window of `horizon` tells. `features` holds the centred
  /// features up to that window.
  @_noLocks static func grow(
    _ distances: UnsafeMutablePointer<Float>, soundCount: Int, horizon: Int, bandCount: Int,
    features: UnsafePointer<Float>, whitening: UnsafePointer<Float>, means: UnsafePointer<Float>
  ) {
    let size = HitFeatures.horizonCount * bandCount
    for row in horizon * bandCount..<(horizon + 1) * bandCount {
      let weights = whitening + row * size
      var whitened: Float = 0
      for column in 0...row { whitened += weights[column] * features[column] }
      for sound in 0..<soundCount {
        let difference = whitened - means[sound * size + row]
        distances[sound] += difference * difference
      }
    }
  }

  /// Squared distance of a hit from each sound, horizon by horizon.
  public func distances(features: [Float]) -> [[Float]] {
    let centred = zip(features, center).map { $0 - $1 }
    var distances = [Float](repeating: 0, count: means.count / center.count)
    return (0..<HitFeatures.horizonCount).map { horizon in
      distances.withUnsafeMutableBufferPointer { buffer in
        guard let base = buffer.baseAddress else { return }
        Self.grow(
          base, soundCount: buffer.count, horizon: horizon, bandCount: bandCount,
          features: centred, whitening: whitening, means: means)
      }
      return distances
    }
  }
}
