// SPDX-License-Identifier: GPL-3.0-or-later

/// A number that does not fit into a message.
public struct FirmataRangeError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The name of the number.
  public let name: String
  /// The number.
  public let value: Int
  /// The largest number that fits.
  public let maximum: Int

  /// What was attempted, why it failed, and what to do.
  public var description: String {
    "cannot send the \(name) \(value) to a board: a message has room for 0 to \(maximum); give a lower one"
  }
}
