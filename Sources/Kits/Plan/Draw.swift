// SPDX-License-Identifier: GPL-3.0-or-later

/// When a region is drawn: by counting hits and by chance.
struct Draw: Hashable {
  let length: Int
  let position: Int
  let low: Float
  let high: Float

  /// Counting further than this brings nothing new.
  private static let mostHits = 256

  init(length: Int, position: Int, random: (low: Float, high: Float)) {
    self.length = length
    self.position = position
    (low, high) = random
  }

  /// The different sets of regions that are drawn together, none of them empty.
  static func hits(_ draws: [(index: Int, draw: Draw)]) -> [[Int]] {
    guard !draws.isEmpty else { return [] }
    let edges = Set(draws.flatMap { [$0.draw.low, $0.draw.high] } + [0, 1])
      .filter { (0...1).contains($0) }.sorted()
    let chances = zip(edges, edges.dropFirst()).map { ($0 + $1) / 2 }
    var period = 1
    for draw in Set(draws.map(\.draw)) where period < mostHits {
      period = leastCommonMultiple(period, min(draw.length, mostHits))
    }
    period = min(period, mostHits)
    guard period * chances.count <= 4 * mostHits else { return alone(draws) }
    var hits: [[Int]] = []
    var known: Set<[Int]> = []
    for chance in chances {
      for count in 0..<period {
        let hit = draws.filter { $0.draw.isDrawn(count, chance) }.map(\.index)
        if !hit.isEmpty && known.insert(hit).inserted { hits.append(hit) }
      }
    }
    return hits.isEmpty ? alone(draws) : hits
  }

  private func isDrawn(_ count: Int, _ chance: Float) -> Bool {
    count % length + 1 == position && low <= chance && chance < high
  }

  /// Regions of the same turn together.
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
