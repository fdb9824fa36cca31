// SPDX-License-Identifier: GPL-3.0-or-later

/// Why a folder of recordings cannot be scored, and what to do about it.
struct TruthError: Error, Equatable, CustomStringConvertible {
  /// What the failure means to whoever made the folder.
  enum Kind {
    /// It is not there or cannot be read.
    case missing
    /// It is there, but does not say what it should.
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

  /// One line: what was attempted, on which file, why it failed, what to do.
  var description: String { "cannot score '\(path)': \(reason); \(advice)" }
}
