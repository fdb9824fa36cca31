// SPDX-License-Identifier: GPL-3.0-or-later

/// A figure and its target.
struct Judgement: Encodable {
  /// The measure, with its unit.
  let measure: String
  let seen: Double
  let target: Double
  /// The target is the most that is good; otherwise the least.
  let isMost: Bool
  /// How many decimals are worth printing.
  let decimals: Int
  /// The row of the table of targets that it belongs to; nil for a target outside the table.
  var row: ScoreRow?
  /// The sound, if the measure does not name it.
  var subject: String?
  /// The worst case behind a mean.
  var worst: String?
  /// The same of the peer.
  var peer: String?

  var isMet: Bool { isMost ? seen <= target : seen >= target }

  /// How far off, 0 if it is met.
  var shortBy: Double { isMet ? 0 : abs(seen - target) }

  static func atLeast(
    _ target: Double, _ measure: String, _ seen: Double?, decimals: Int = 3
  ) -> Judgement? {
    seen.map {
      Judgement(measure: measure, seen: $0, target: target, isMost: false, decimals: decimals)
    }
  }

  static func atMost(
    _ target: Double, _ measure: String, _ seen: Double?, decimals: Int = 2
  ) -> Judgement? {
    seen.map {
      Judgement(measure: measure, seen: $0, target: target, isMost: true, decimals: decimals)
    }
  }

  /// The same as a part of the table of targets.
  func inTable(
    _ row: ScoreRow, of subject: String? = nil, worst: String? = nil, peer: String? = nil
  ) -> Judgement {
    var judgement = self
    (judgement.row, judgement.subject) = (row, subject)
    (judgement.worst, judgement.peer) = (worst, peer)
    return judgement
  }

  /// A line for people.
  var cells: [String] {
    [
      measure, seen.fixed(decimals), (isMost ? "≤ " : "≥ ") + target.fixed(decimals),
      isMet ? "met" : "short by \(shortBy.fixed(decimals))",
    ]
  }

  enum CodingKeys: String, CodingKey {
    case measure, seen, target, met, shortBy, row, subject, worst, peer
  }

  func encode(to encoder: Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(measure, forKey: .measure)
    try container.encode(seen.rounded(decimals + 2), forKey: .seen)
    try container.encode(target, forKey: .target)
    try container.encode(isMet, forKey: .met)
    try container.encode(shortBy.rounded(decimals + 2), forKey: .shortBy)
    try container.encodeIfPresent(row, forKey: .row)
    try container.encodeIfPresent(subject, forKey: .subject)
    try container.encodeIfPresent(worst, forKey: .worst)
    try container.encodeIfPresent(peer, forKey: .peer)
  }
}

extension Double {
  /// The nearest number with so many decimals.
  func rounded(_ decimals: Int) -> Double {
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    return (self * scale).rounded() / scale
  }
}
