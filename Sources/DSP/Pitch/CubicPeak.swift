// SPDX-License-Identifier: GPL-3.0-or-later

/// The top of a curve between its points: that of the cubic with the least squared distance to the
/// points around. A cubic, because the sides of a peak may differ; many points, because of noise.
enum CubicPeak {
  /// Where the top is, in points from `middle`, or the end of the reach that is nearer to it; nil where the curve bends the
  /// other way.
  ///
  /// - Parameter reach: How many points to each side are looked at, at least 2.
  @_noLocks static func offset(
    _ curve: UnsafePointer<Float>, middle: Int, reach: Int
  ) -> Double? {
    let scale = 1 / Double(reach)
    let base = Double(curve[middle])
    // Sums of powers of the place, which runs from -1 to 1, and of these times the curve.
    var powers = SIMD4<Double>.zero
    var moments = SIMD4<Double>.zero
    for point in -reach...reach {
      let place = scale * Double(point)
      let square = place * place
      let value = Double(curve[middle &+ point]) - base
      powers += SIMD4(1, square, square * square, square * square * square)
      moments += value * SIMD4(1, place, square, square * place)
    }
    let even = powers.x * powers.z - powers.y * powers.y
    let odd = powers.y * powers.w - powers.z * powers.z
    let bend = (powers.x * moments.z - powers.y * moments.x) / even
    let slope = (powers.w * moments.y - powers.z * moments.w) / odd
    let skew = (powers.y * moments.w - powers.z * moments.y) / odd
    guard bend < 0 else { return nil }
    var top = -slope / (2 * bend)
    // Newton's steps to where the slope is 0.
    for _ in 0..<3 {
      let curvature = 2 * bend + 6 * skew * top
      guard curvature < 0 else { break }
      top -= (slope + top * (2 * bend + 3 * skew * top)) / curvature
    }
    return max(-1, min(1, top)) / scale
  }
}
