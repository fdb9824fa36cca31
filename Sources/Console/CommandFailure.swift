// SPDX-License-Identifier: GPL-3.0-or-later
import AudioIO
import Charts
import KitMaking
import Kits
import Patterns
import Plugins
import Profiles
import ErrorAdvice
import Sessions
import SoundFiles

/// Why a command ends: a line or two for people, and the exit code for scripts.
package struct CommandFailure: Error {
  /// The exit codes of the command line, after sysexits.h.
  package enum Code: Int32 {
    /// Measured, but over the budget or below the standard asked for.
    case belowStandard = 2
    case usage = 64
    case brokenData = 65
    case noInput = 66
    case unavailable = 69
    case cannotCreate = 73
    case inputOutput = 74
    case notPermitted = 77
    /// Ended by Ctrl-C before there was anything to keep, as the shell has it.
    case brokenOff = 130
  }

  package let code: Code
  package let message: String
  /// A second line.
  package let detail: String?

  package init(_ code: Code, _ message: String, detail: String? = nil) {
    self.code = code
    self.message = message
    self.detail = detail
  }

  /// The failure behind an error of another module; nil for errors that are none of ours.
  package init?(_ error: any Error) {
    switch error {
    case let failure as CommandFailure: self = failure
    case let error as SoundFileError: self.init(Self.code(error.kind), error.text(\.options))
    case let error as KitError:
      self.init(Self.code(error.kind), error.text(\.options), detail: error.detail)
    case let error as KitMakingError: self.init(Self.code(error.kind), error.text(\.options))
    case let error as DeviceError: self.init(Self.code(error.kind), error.text(\.options))
    case let error as ChartError: self.init(.cannotCreate, error.description)
    case let error as ProfileError: self.init(Self.code(error), error.text(\.options))
    case let error as LearningError: self.init(Self.code(error), error.text(\.options))
    case let error as PatternError:
      self.init(error.isUnreadable ? .noInput : .brokenData, error.text(\.options))
    case let error as PluginError:
      self.init(error.kind == .unusable ? .usage : .unavailable, error.text(\.options))
    case let error as SessionError: self.init(Self.code(error.kind), error.text(\.options))
    default: return nil
    }
  }

  private static func code(_ kind: SoundFileError.Kind) -> Code {
    switch kind {
    case .missing, .unreadable: .noInput
    case .broken: .brokenData
    case .noSuchChannel, .unsupported: .usage
    case .exists, .cannotCreate: .cannotCreate
    case .interrupted: .inputOutput
    }
  }

  private static func code(_ kind: KitError.Kind) -> Code {
    switch kind {
    case .missing, .unreadable: .noInput
    case .broken, .unsupported: .brokenData
    case .unknownPart: .usage
    case .noResources: .unavailable
    }
  }

  private static func code(_ kind: KitMakingError.Kind) -> Code {
    switch kind {
    case .unknownName: .usage
    case .missing: .noInput
    case .broken: .brokenData
    case .notOwn, .cannotCreate: .cannotCreate
    }
  }

  private static func code(_ error: ProfileError) -> Code {
    switch error {
    case .missing, .unreadable: .noInput
    case .broken, .unknownVersion, .outdated: .brokenData
    case .exists, .unwritable: .cannotCreate
    }
  }

  private static func code(_ kind: SessionError.Kind) -> Code {
    switch kind {
    case .missing: .noInput
    case .broken: .brokenData
    case .cannotCreate: .cannotCreate
    case .interrupted: .inputOutput
    }
  }

  private static func code(_ error: LearningError) -> Code {
    switch error {
    case .noLessons, .noLabel, .unknownSound, .oneMicrophone, .missingMicrophone: .usage
    case .noHits: .brokenData
    }
  }

  private static func code(_ kind: DeviceError.Kind) -> Code {
    switch kind {
    case .notThere, .busy, .lost: .unavailable
    case .refusesSettings: .usage
    case .notPermitted: .notPermitted
    }
  }
}
