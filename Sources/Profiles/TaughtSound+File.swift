// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// The number of hits, and a line of decibels a horizon, so that a profile stays readable.
extension TaughtSound: Codable {
  private enum CodingKeys: String, CodingKey { case hits, decibels }
  /// No band of a sound drifts further, in decibels.
  private static let possibleDecibels: ClosedRange<Float> = -200...200

  /// Reads what a sound was taught; a number too few or too many, or one that is no level, is an error.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let hits = try container.decode(Int.self, forKey: .hits)
    let rows = try container.decode([String].self, forKey: .decibels).map {
      $0.split(separator: " ").map { Float($0) ?? .nan }
    }
    let count = rows.first?.count ?? 0
    guard hits > 0, rows.count == HitFeatures.horizonCount,
      (HitFeatures.lookCount...HitFeatures.lookCount * HitFeatures.bandCount).contains(count),
      count % HitFeatures.lookCount == 0, rows.allSatisfy({ $0.count == count }),
      rows.joined().allSatisfy(Self.possibleDecibels.contains)
    else {
      throw DecodingError.dataCorruptedError(
        forKey: .decibels, in: container,
        debugDescription: "what a sound was taught while playing is not a line of levels a horizon")
    }
    self.init(hits: hits, bandCount: count / HitFeatures.lookCount, shiftsDecibels: rows)
  }

  /// Writes it, to a hundredth of a decibel.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(hits, forKey: .hits)
    try container.encode(
      shiftsDecibels.map { row in
        row.map { "\(($0 * 100).rounded() / 100)" }.joined(separator: " ")
      }, forKey: .decibels)
  }
}
