// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// The onset of an example as located at each horizon (``OnsetTrack``), in frames after its final
/// position.
struct FoundOnset: Sendable, Equatable {
  /// Horizon by horizon.
  let errorFrames: [Int]

  /// Horizons that count from about the same onset: the onset as first found, and as located again.
  static let views = [
    0..<OnsetTrack.firstLocatedHorizon, OnsetTrack.firstLocatedHorizon..<HitFeatures.horizonCount,
  ]
  /// The view to which a horizon belongs.
  static func view(horizon: Int) -> Int { horizon < OnsetTrack.firstLocatedHorizon ? 0 : 1 }

  /// The onset's error at the last horizon of a view.
  func errorFrames(view: Int) -> Int { errorFrames[Self.views[view].upperBound - 1] }

  /// An onset without error at every horizon.
  static let exact = FoundOnset(
    errorFrames: Array(repeating: 0, count: HitFeatures.horizonCount))
}

/// A line of numbers, so that a profile stays readable.
extension FoundOnset: Codable {
  /// Reads the numbers; an error if their count is wrong, or if one is out of range.
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let words = try container.decode(String.self).split(separator: " ")
    errorFrames = words.compactMap { Int16($0).map(Int.init) }
    guard errorFrames.count == words.count, words.count == HitFeatures.horizonCount else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "the onset of an example is not one number a horizon")
    }
  }

  /// Writes the numbers.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(errorFrames.map { "\($0)" }.joined(separator: " "))
  }
}
