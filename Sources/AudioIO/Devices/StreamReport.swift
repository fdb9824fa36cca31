// SPDX-License-Identifier: GPL-3.0-or-later

/// A stream's requested and given settings.
public struct StreamReport: Hashable, Sendable {
  /// One setting of a stream.
  public struct Line: Hashable, Sendable {
    /// The setting, with its unit: "rate (Hz)".
    public let setting: String
    /// The wanted value; nil for any.
    public let asked: String?
    /// The device's value.
    public let given: String
    /// Why the value differs; nil if it is the wanted one.
    public let reason: String?
  }

  /// The PCM's name.
  public let device: String
  /// The direction of the sound.
  public let direction: StreamDirection
  /// The settings, in the order in which they were negotiated.
  public let lines: [Line]

  /// The settings that differ from the wanted ones.
  public var differences: [Line] { lines.filter { $0.reason != nil } }
}

extension StreamReport {
  /// A line for the stream and one for each difference.
  public var text: [String] {
    let given = lines.map { "\($0.setting) \($0.given)" }.joined(separator: ", ")
    let differences = self.differences.map {
      "  \($0.setting): asked \($0.asked ?? "any"), given \($0.given): \($0.reason ?? "")"
    }
    return ["\(direction.rawValue) \(device): \(given)"] + differences
  }
}
