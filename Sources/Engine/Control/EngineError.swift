// SPDX-License-Identifier: GPL-3.0-or-later

/// Why a command was not carried out, or why something that an engine needs is not available.
public struct EngineError: Error, Codable, Sendable, Equatable, CustomStringConvertible {
  /// The attempt, as in "cannot … ".
  public let operation: String
  /// The cause.
  public let reason: String
  /// The remedy.
  public let advice: String

  /// An error of one line. A running engine's players have no options: remedies are in words for
  /// every front end.
  public init(_ operation: String, reason: String, advice: String) {
    (self.operation, self.reason, self.advice) = (operation, reason, advice)
  }

  /// One line: the attempt, why it failed, and the remedy.
  public var description: String { "cannot \(operation): \(reason); \(advice)" }
}
