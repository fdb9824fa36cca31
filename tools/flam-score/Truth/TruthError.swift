// SPDX-License-Identifier: GPL-3.0-or-later

/// Why a folder of recordings cannot be scored, and what to do about it.
struct TruthError: Error, Equatable, CustomStringConvertible {
  /// The meaning of the failure for the maker of the folder.
  enum Kind {
    /// It does not exist or cannot be read.
    case missing
    /// It exists, but its content is not as it should be.
    case broken
  }

  let kind: Kind
  /// The file or folder as it was given.
  let path: String
  /// The cause.
  let reason: String
  /// What to do next.
  let advice: String

  init(_ kind: Kind, path: String, reason: String, advice: String) {
    self.kind = kind
    self.path = path
    self.reason = reason
    self.advice = advice
  }

  /// One line: the attempt, the file, why it failed, what to do.
  var description: String { "cannot score '\(path)': \(reason); \(advice)" }
}
