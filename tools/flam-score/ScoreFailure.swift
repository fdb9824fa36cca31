// SPDX-License-Identifier: GPL-3.0-or-later
import Kits
import SoundFiles
import Profiles

/// Why nothing could be scored: a line for people, and the exit code for scripts.
struct ScoreFailure: Error, CustomStringConvertible {
  /// Exit codes, after sysexits.h and as `flam` uses them.
  enum Code: Int32 {
    /// Measured, but below a target.
    case belowStandard = 2
    case usage = 64
    case brokenData = 65
    case noInput = 66
    case cannotCreate = 73
  }

  let code: Code
  let description: String

  init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }

  /// The failure behind an error of another part; nil for foreign errors.
  init?(_ error: any Error) {
    switch error {
    case let failure as ScoreFailure: self = failure
    case let error as TruthError:
      self.init(error.kind == .missing ? .noInput : .brokenData, error.description)
    case let error as SoundFileError:
      let isBroken = error.kind == .broken
      self.init(isBroken ? .brokenData : .noInput, error.description)
    case let error as ProfileError:
      self.init(Self.code(error), error.description)
    case let error as KitError:
      self.init(error.kind == .missing ? .noInput : .brokenData, error.description)
    case let error as LearningError: self.init(.brokenData, error.description)
    default: return nil
    }
  }

  private static func code(_ error: ProfileError) -> Code {
    switch error {
    case .broken, .unknownVersion, .outdated: .brokenData
    default: .noInput
    }
  }
}
