// SPDX-License-Identifier: GPL-3.0-or-later

/// Why a score cannot go on: "groove.lua:12: play_note: beats must be a number of at least 0".
public struct ScoreError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The score, the line, the statement, and what was expected.
  public let description: String

  /// An error with its place.
  public init(_ description: String) { self.description = description }
}

/// Why a statement is not carried out; the score adds its name and its line.
public struct ScoreRefusal: Error, Sendable, Equatable {
  /// What was expected, and what to do.
  public let reason: String

  /// A refusal.
  public init(_ reason: String) { self.reason = reason }
}
