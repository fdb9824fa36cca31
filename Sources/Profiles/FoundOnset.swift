// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// Where the onset of an example was taken to lie at each horizon (``OnsetTrack``), in frames after where it lies now
/// that all of it was heard.
struct FoundOnset: Sendable, Equatable {
  /// Horizon by horizon.
  let errorFrames: [Int]

  /// Horizons that count from about the same onset: those of the onset as found, and those of it as located again.
  static let views = [
    0..<OnsetTrack.firstLocatedHorizon, OnsetTrack.firstLocatedHorizon..<HitFeatures.horizonCount,
  ]
  /// Which of the views a horizon belongs to.
  static func view(horizon: Int) -> Int { horizon < OnsetTrack.firstLocatedHorizon ? 0 : 1 }

  /// Where the onset was taken to lie by the last horizon of a view.
  func errorFrames(view: Int) -> Int { errorFrames[Self.views[view].upperBound - 1] }

  /// An onset of which all was known at once.
  static let exact = FoundOnset(
    errorFrames: Array(repeating: 0, count: HitFeatures.horizonCount))
}

/// One line of numbers, so that a profile stays readable.
extension FoundOnset: Codable {
  /// Reads the numbers; too few or many of them, or one that no onset strays by, is an error.
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
