// SPDX-License-Identifier: GPL-3.0-or-later

/// Why Open Sound Control is not available.
public struct OSCError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What was attempted, as in "cannot … ".
  public let operation: String
  /// The cause.
  public let reason: String
  /// What to do next.
  public let advice: String

  /// An error about a port.
  init(port: UInt16, reason: String, advice: String) {
    operation = "listen for Open Sound Control on port \(port)"
    (self.reason, self.advice) = (reason, advice)
  }

  /// One line: what was attempted, why it failed, what to do.
  public var description: String { "cannot \(operation): \(reason); \(advice)" }
}
