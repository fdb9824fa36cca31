// SPDX-License-Identifier: GPL-3.0-or-later

/// A time signature, and what its beat is: a quarter; in 6/8, 9/8 and 12/8 a dotted one; in 5/8, 7/8 and such an eighth.
public struct Meter: BitwiseCopyable, Sendable, Equatable, CustomStringConvertible {
  /// Four quarters.
  public static let common = Meter(beats: 4, unit: 4)

  /// The upper number.
  public let beats: Int
  /// The lower number: 2, 4 or 8.
  public let unit: Int

  private init(beats: Int, unit: Int) {
    self.beats = beats
    self.unit = unit
  }

  /// "3/4"; nil for what is no time signature, or one of sixteenths.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let beats = Int(parts[0]), let unit = Int(parts[1]),
      (1...32).contains(beats), [2, 4, 8].contains(unit)
    else { return nil }
    self.init(beats: beats, unit: unit)
  }

  /// Its beat is a dotted quarter.
  public var isCompound: Bool { @_noLocks get { unit == 8 && beats % 3 == 0 && beats > 3 } }

  /// Eighths of a beat.
  public var eighthsPerBeat: Int { @_noLocks get { isCompound ? 3 : unit == 8 ? 1 : 2 } }

  /// Beats of a bar.
  public var beatsPerBar: Int { @_noLocks get { beats * 8 / unit / eighthsPerBeat } }

  /// Quarters of a beat.
  public var quartersPerBeat: Double { @_noLocks get { Double(eighthsPerBeat) / 2 } }

  /// Steps of a beat where a whole note has `grid`; nil where that is no whole number.
  public func stepsPerBeat(grid: Int) -> Int? {
    let steps = grid * eighthsPerBeat
    return steps % 8 == 0 && steps > 0 ? steps / 8 : nil
  }

  /// What people count: "4/4".
  public var description: String { "\(beats)/\(unit)" }
}

/// As people write it: "3/4".
extension Meter: Codable {
  /// Fails where the text is no time signature.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let meter = Meter(text) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "'\(text)' is no time signature")
    }
    self = meter
  }

  /// As one text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
