// SPDX-License-Identifier: GPL-3.0-or-later
import ErrorAdvice

/// Why a session on disk could not be made, kept or used, and the remedy.
public struct SessionError: AdvisedError, Sendable, Equatable {
  /// The failure's meaning for the person who chose the session.
  public enum Kind: Sendable {
    /// There is no such session.
    case missing
    /// One of its files is damaged or wrong.
    case broken
    /// It cannot be made at this place.
    case cannotCreate
    /// It was being written when that began to fail.
    case interrupted
  }

  /// The failure's meaning.
  public let kind: Kind
  /// The attempt, as in "cannot … ".
  public let attempt: String
  /// The cause.
  public let reason: String
  /// The remedy.
  public let advice: Advice

  /// An error of one line.
  public init(_ kind: Kind, _ attempt: String, reason: String, advice: Advice) {
    self.kind = kind
    self.attempt = attempt
    self.reason = reason
    self.advice = advice
  }

  /// The attempt, and why it failed.
  public var problem: String { "cannot \(attempt): \(reason)" }
}
