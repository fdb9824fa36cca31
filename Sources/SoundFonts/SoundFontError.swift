// SPDX-License-Identifier: GPL-3.0-or-later
import ErrorAdvice

/// Why a SoundFont cannot be read.
public struct SoundFontError: AdvisedError, Sendable, Equatable {
  /// The file as it was given.
  public let path: String
  /// The cause.
  public let reason: String
  /// What to do next.
  public let advice: Advice

  init(_ path: String, _ reason: String, advice: Advice = "give another SoundFont") {
    (self.path, self.reason, self.advice) = (path, reason, advice)
  }

  /// What was attempted, on which file, why it failed.
  public var problem: String { "cannot read '\(path)': \(reason)" }
}
