// SPDX-License-Identifier: GPL-3.0-or-later

/// A number that a message has no room for.
public struct FirmataRangeError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What the number is.
  public let name: String
  /// The number.
  public let value: Int
  /// The highest that there is room for.
  public let maximum: Int

  /// What was attempted, why it failed, what to do.
  public var description: String {
    "cannot send the \(name) \(value) to a board: a message has room for 0 to \(maximum); give a lower one"
  }
}
