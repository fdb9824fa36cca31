// SPDX-License-Identifier: GPL-3.0-or-later

/// Sounds that drift with the hits.
extension Discriminant {
  /// The features that were measured last at their horizon, whitened.
  var measured: UnsafePointer<SIMD8<Float>> { @_noLocks get { UnsafePointer(whitened) } }

  /// Moves the means of a sound at a horizon by a part of the way from the nearest of them to a
  /// hit, which is whitened; `drift` receives by how much.
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

  /// Squared distance of a whitened hit from a sound at a horizon, as the sound was before it
  /// drifted by `drift`.
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

  /// The features in decibels before whitening to `whitened`, look by look; by forward
  /// substitution.
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
}
