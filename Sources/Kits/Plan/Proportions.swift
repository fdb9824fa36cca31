// SPDX-License-Identifier: GPL-3.0-or-later

/// Weights as whole numbers: how often each of several comes in a round. Each comes at most every
/// second time, because none should come twice in succession.
enum Proportions {
  /// Longest round.
  private static let mostTurns = 64
  /// Shares are met to within this much.
  private static let tolerance = 0.01

  /// Indices in order, each as often as its weight says and at least once, spread over the round.
  static func round(_ weights: [Float]) -> [Int] {
    let weights = weights.map(Double.init)
    guard weights.contains(where: { $0 != weights[0] }), weights.count < mostTurns
    else { return Array(weights.indices) }
    let shares = sharesAtMostHalf(weights)
    var best = (counts: [Int](), error: Double.infinity)
    for turns in weights.count...mostTurns where best.error > tolerance {
      var counts = shares.map { max(1, Int(($0 * Double(turns)).rounded())) }
      let others = counts.reduce(0, +) - (counts.max() ?? 0)
      counts = counts.map { min($0, others) }
      let all = Double(counts.reduce(0, +))
      let error = zip(counts, shares).map { abs(Double($0) / all - $1) }.max() ?? 0
      if error < best.error { best = (counts, error) }
    }
    let places = best.counts.enumerated().flatMap { index, count in
      (0..<count).map { (place: (Double($0) + 0.5) / Double(count), index: index) }
    }
    return places.sorted { ($0.place, $0.index) < ($1.place, $1.index) }.map(\.index)
  }

  /// The others share the rest beside a half, in the proportions in which they share the rest
  /// beside more.
  private static func sharesAtMostHalf(_ weights: [Double]) -> [Double] {
    let sum = weights.reduce(0, +)
    guard let heaviest = weights.indices.max(by: { weights[$0] < weights[$1] }),
      weights[heaviest] > sum / 2
    else { return weights.map { $0 / sum } }
    let others = weights.indices.reduce(0) { $1 == heaviest ? $0 : $0 + weights[$1] }
    return weights.indices.map { $0 == heaviest ? 0.5 : 0.5 * weights[$0] / others }
  }
}
