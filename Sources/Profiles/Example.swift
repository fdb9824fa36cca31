// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// One hit that was played to be learned from: its features, not its sound.
public struct Example: Sendable, Equatable {
  /// Onset errors that a sound must be known at, in seconds: as found, and a little early and late.
  public static let onsetErrorsSeconds: [Float] = [0, -0.0005, 0.0005]

  /// What a level can be, with room to spare, in decibels: what is outside was not measured, and would break training.
  private static let possibleDecibels: ClosedRange<Float> = -400...400

  /// Band levels in decibels, ``Example/bandCount`` a horizon, once for each of ``onsetErrorsSeconds``.
  public var variants: [[Float]]
  /// Peak level seen by each horizon, in dBFS.
  public var peakDecibels: [Float]
  /// Peak level of the whole hit, in dBFS.
  public var loudestDecibels: Float
  /// How the power ran around the onset.
  public var shape: ShapeExample

  /// Where it comes from when a sound was learned again: 0 the first time, and up. The latest counts most.
  public var session = 0

  /// Bands a window.
  public var bandCount: Int { (variants.first?.count ?? 0) / HitFeatures.horizonCount }

  /// Levels of the bands up to one horizon, in decibels.
  public func bandDecibels(horizon: Int) -> [Float] {
    Array(variants[0][horizon * bandCount..<(horizon + 1) * bandCount])
  }

  /// An example from its numbers, which are kept to a hundredth of a decibel.
  public init(
    variants: [[Float]], peakDecibels: [Float], loudestDecibels: Float, shape: ShapeExample
  ) {
    self.variants = variants.map { $0.map(Self.rounded) }
    self.peakDecibels = peakDecibels.map(Self.rounded)
    self.loudestDecibels = Self.rounded(loudestDecibels)
    self.shape = shape
  }

  /// The same example with the bands above the first `count` left out.
  func keepingBands(_ count: Int) -> Example {
    let full = bandCount
    guard count < full else { return self }
    var example = self
    example.variants = variants.map { levels in
      levels.indices.filter { $0 % full < count }.map { levels[$0] }
    }
    return example
  }

  private static func rounded(_ decibels: Float) -> Float { (decibels * 100).rounded() / 100 }
}

/// One line of numbers a row, so that a profile stays readable.
extension Example: Codable {
  private enum CodingKeys: String, CodingKey {
    case variants = "bandDecibels"
    case peakDecibels
    case loudestDecibels
    case session
    case shape = "shapeDecibels"
  }

  /// Reads an example; a number that is no level, or a row too few or too many, is an error.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func numbers(_ row: String, _ key: CodingKeys) throws -> [Float] {
      try row.split(separator: " ").map { word in
        guard let number = Float(word), Self.possibleDecibels.contains(number) else {
          throw DecodingError.dataCorruptedError(
            forKey: key, in: container, debugDescription: "“\(word)” is not a level in decibels")
        }
        return number
      }
    }
    let rows = try container.decode([[String]].self, forKey: .variants)
    variants = try rows.map { try $0.flatMap { try numbers($0, .variants) } }
    peakDecibels = try numbers(
      container.decode(String.self, forKey: .peakDecibels), .peakDecibels)
    loudestDecibels = try container.decode(Float.self, forKey: .loudestDecibels)
    session = try container.decodeIfPresent(Int.self, forKey: .session) ?? 0
    shape = try container.decode(ShapeExample.self, forKey: .shape)
    let count = variants.first?.count ?? 0
    guard session >= 0, variants.count == Self.onsetErrorsSeconds.count, count > 0,
      count % HitFeatures.horizonCount == 0,
      count <= HitFeatures.count, variants.allSatisfy({ $0.count == count }),
      peakDecibels.count == HitFeatures.horizonCount,
      Self.possibleDecibels.contains(loudestDecibels)
    else {
      throw DecodingError.dataCorruptedError(
        forKey: .variants, in: container,
        debugDescription: "an example has rows of bands missing or too many")
    }
  }

  /// Writes an example, a line for each window.
  public func encode(to encoder: any Encoder) throws {
    func row(_ numbers: some Sequence<Float>) -> String {
      numbers.map { "\($0)" }.joined(separator: " ")
    }
    var container = encoder.container(keyedBy: CodingKeys.self)
    let bands = bandCount
    try container.encode(
      variants.map { levels in
        (0..<HitFeatures.horizonCount).map { row(levels[$0 * bands..<($0 + 1) * bands]) }
      }, forKey: .variants)
    try container.encode(row(peakDecibels), forKey: .peakDecibels)
    try container.encode(loudestDecibels, forKey: .loudestDecibels)
    if session > 0 { try container.encode(session, forKey: .session) }
    try container.encode(shape, forKey: .shape)
  }
}
