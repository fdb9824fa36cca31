// SPDX-License-Identifier: GPL-3.0-or-later

/// When a region is chosen: by counting hits and by chance.
struct Draw: Hashable {
  let length: Int
  let position: Int
  let low: Float
  let high: Float

  /// Counting further brings nothing new.
  private static let mostHits = 256

  init(length: Int, position: Int, random: (low: Float, high: Float)) {
    self.length = length
    self.position = position
    (low, high) = random
  }

  /// How often hits are repeated at most, so that those without any region come in the right
  /// proportion.
  private static let mostRepetitions: Float = 16

  /// How many times it is tried whether something is chosen.
  private static let mostTrials = 1 << 20

  /// The different sets of regions that are chosen together.
  ///
  /// - Parameter isAccent: Something sounds beside them at every hit, so at some hits nothing else
  ///   may. Otherwise no set is empty.
  static func hits(_ draws: [(index: Int, draw: Draw)], isAccent: Bool) -> [[Int]] {
    guard !draws.isEmpty else { return [] }
    let edges = Set(draws.flatMap { [$0.draw.low, $0.draw.high] } + [0, 1])
      .filter { (0...1).contains($0) }.sorted()
    let chances = zip(edges, edges.dropFirst()).map { (middle: ($0 + $1) / 2, share: $1 - $0) }
    var period = 1
    for draw in Set(draws.map(\.draw)) where period < mostHits {
      period = leastCommonMultiple(period, min(draw.length, mostHits))
    }
    period = min(period, mostHits)
    guard period * chances.count <= 4 * mostHits,
      period * chances.count * draws.count <= mostTrials
    else { return alone(draws) }
    var hits: [[Int]] = []
    var known: Set<[Int]> = []
    var empty: Float = 0
    for chance in chances {
      for count in 0..<period {
        let hit = draws.filter { $0.draw.isDrawn(count, chance.middle) }.map(\.index)
        if hit.isEmpty { empty += chance.share / Float(period) }
        if !hit.isEmpty && known.insert(hit).inserted { hits.append(hit) }
      }
    }
    guard !isAccent else { return withEmpty(hits, share: empty) }
    return hits.isEmpty ? alone(draws) : hits
  }

  /// Hits, and so many empty ones that the hits are about a share, 0...1, of all.
  private static func withEmpty(_ hits: [[Int]], share: Float) -> [[Int]] {
    guard !hits.isEmpty else { return [] }
    let emptyPerRound = Float(hits.count) * share / max(1e-3, 1 - share)
    if emptyPerRound >= 1 {
      let count = min(mostHits, Int(emptyPerRound.rounded()))
      return [[Int]](repeating: [], count: count) + hits
    }
    guard emptyPerRound * mostRepetitions >= 1 else { return hits }
    let rounds = min(mostHits / hits.count, Int((1 / emptyPerRound).rounded()))
    return [[]] + (0..<max(1, rounds)).flatMap { _ in hits }
  }

  private func isDrawn(_ count: Int, _ chance: Float) -> Bool {
    count % length + 1 == position && low <= chance && chance < high
  }

  /// Regions of the same turn, together.
  private static func alone(_ draws: [(index: Int, draw: Draw)]) -> [[Int]] {
    var order: [Draw] = []
    var hits: [Draw: [Int]] = [:]
    for (index, draw) in draws {
      if hits[draw] == nil { order.append(draw) }
      hits[draw, default: []].append(index)
    }
    return order.compactMap { hits[$0] }
  }

  private static func leastCommonMultiple(_ a: Int, _ b: Int) -> Int {
    var (x, y) = (a, b)
    while y != 0 { (x, y) = (y, x % y) }
    return a / x * b
  }
}
