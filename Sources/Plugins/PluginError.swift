// SPDX-License-Identifier: GPL-3.0-or-later
import ErrorAdvice

/// Why a plug-in cannot be used, and what to do about it.
package struct PluginError: AdvisedError, Equatable {
  /// What the failure means.
  package enum Kind: Sendable {
    /// There is none, or it has no such value, or it is of a kind that Flam does not serve.
    case unusable
    /// It crashed, hung, or the system has no room for it.
    case failed
  }

  /// What the failure means.
  package let kind: Kind
  /// Why it failed.
  package let reason: String
  /// What was attempted, on what, and why it failed.
  package let problem: String
  /// What to do next.
  package let advice: Advice

  package init(_ kind: Kind, _ uri: String, _ reason: String, advice: String) {
    (self.kind, self.reason) = (kind, reason)
    problem = "cannot use the plug-in '\(uri)': \(reason)"
    self.advice = "\(advice)"
  }

  /// It cannot play in periods of so many frames, more than ``PluginPace/mostPeriodFrames``.
  package static func hasNoTime(_ uri: String, periodFrames: Int) -> PluginError {
    PluginError(
      .unusable, uri, "it has no time for its sound in periods of \(periodFrames) frames",
      advice: "choose a period of \(PluginPace.mostPeriodFrames) frames, or a shorter one")
  }

  /// It ended while it was loaded, or while it ran.
  package static func ended(_ uri: String, _ how: String) -> PluginError {
    PluginError(.failed, uri, how, advice: "leave it out, or look for a newer version of it")
  }
}
