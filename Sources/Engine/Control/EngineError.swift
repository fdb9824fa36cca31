// SPDX-License-Identifier: GPL-3.0-or-later

/// Why a command was not carried out, or why something that an engine needs is not available.
public struct EngineError: Error, Codable, Sendable, Equatable, CustomStringConvertible {
  /// What was attempted, as in "cannot … ".
  public let operation: String
  /// The cause.
  public let reason: String
  /// What to do next.
  public let advice: String

  /// An error of one line. A running engine's players have no options: remedies are in words for
  /// every front end.
  public init(_ operation: String, reason: String, advice: String) {
    (self.operation, self.reason, self.advice) = (operation, reason, advice)
  }

  /// One line: what was attempted, why it failed, what to do.
  public var description: String { "cannot \(operation): \(reason); \(advice)" }
}
