// SPDX-License-Identifier: GPL-3.0-or-later
import ErrorAdvice

/// Why a pattern cannot be read: which file, where in it, what was expected.
public struct PatternError: AdvisedError, Sendable, Equatable {
  /// A place in a file.
  public enum Place: Sendable, Equatable {
    /// Counted from 1.
    case line(Int, column: Int)
    /// Counted from 0.
    case byte(Int)
    /// The file as a whole.
    case file
  }

  /// The file as it was given.
  public let path: String
  /// It is not there, or the system does not let it be read.
  public let isUnreadable: Bool
  /// Where it cannot be read.
  public let place: Place
  /// What is there.
  public let reason: String
  /// What was expected.
  public let advice: Advice

  init(
    _ path: String, _ place: Place, _ reason: String, expected advice: Advice,
    isUnreadable: Bool = false
  ) {
    (self.path, self.place, self.reason, self.advice) = (path, place, reason, advice)
    self.isUnreadable = isUnreadable
  }

  /// What was attempted, on which file, at which place, why it failed.
  public var problem: String {
    switch place {
    case .line(let line, let column):
      "cannot read '\(path)', line \(line), column \(column): \(reason)"
    case .byte(let byte): "cannot read '\(path)', byte \(byte): \(reason)"
    case .file: "cannot read '\(path)': \(reason)"
    }
  }
}
