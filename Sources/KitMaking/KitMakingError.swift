// SPDX-License-Identifier: GPL-3.0-or-later
import ErrorAdvice
import Glibc
import Storage

/// Why a kit of a player's own could not be changed, and what to do about it.
public struct KitMakingError: AdvisedError, Equatable {
  /// The failure, as it matters to the player.
  public enum Kind: Sendable {
    /// The name of a kit or a pad, or the number of a sound, is none.
    case unknownName
    /// There is no such kit, pad or earlier state.
    case missing
    /// A take has no hits, or a kit's text or sound cannot be understood.
    case broken
    /// The kit is not one of the player's own.
    case notOwn
    /// The kit cannot be written there.
    case cannotCreate
  }

  /// What the failure means.
  public let kind: Kind
  /// What was attempted, on what, and why it failed.
  public let problem: String
  /// What to do next.
  public let advice: Advice

  init(_ kind: Kind, _ problem: String, advice: Advice) {
    (self.kind, self.problem, self.advice) = (kind, problem, advice)
  }

  /// A folder or a file of a kit could not be written.
  static func writing(_ path: String, _ error: SystemError) -> KitMakingError {
    let advice: Advice =
      switch error.code {
      case ENOSPC, EDQUOT: "\(FreeSpace.advice)"
      default: "choose a folder you may write to"
      }
    return KitMakingError(
      .cannotCreate, "cannot write the kit '\(path)': \(error)", advice: advice)
  }
}
