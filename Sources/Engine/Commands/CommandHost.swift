// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// What a front end lends to guests, who ask for names in place of paths: those who play by a page or over the network.
public struct CommandHost: Sendable {
  /// The path of the kit of a name; nil if there is none.
  let kitPath: @Sendable (_ name: String) -> String?
  /// There is a profile of a name.
  let hasProfile: @Sendable (_ name: String) -> Bool
  /// Where the next recording goes: a file that does not exist.
  let recordingPath: @Sendable () -> String

  /// What may be asked for by name.
  public init(
    kitPath: @escaping @Sendable (_ name: String) -> String?,
    hasProfile: @escaping @Sendable (_ name: String) -> Bool,
    recordingPath: @escaping @Sendable () -> String
  ) {
    (self.kitPath, self.hasProfile) = (kitPath, hasProfile)
    self.recordingPath = recordingPath
  }
}

/// Why a guest's command is not for the engine.
public enum CommandRefusal: Error, Equatable {
  /// Only who started Flam may ask for it.
  case forbidden
  /// There is no such kit or profile.
  case unknown(_ kind: String, _ name: String)
  /// It says where a file is to lie; told with what it would do.
  case place(_ operation: String)
}

extension EngineCommand {
  /// Guests may ask for it.
  public var isForGuests: Bool { type(of: body).isForGuests }

  /// The command as the engine gets it where a guest asks for it: kits and profiles by their names, new files where Flam puts
  /// them, notes of the guest's source; and nothing that would end the playing or touch other files.
  public func admitted(
    from source: HitSource, by host: CommandHost
  ) throws(CommandRefusal) -> EngineCommand {
    guard isForGuests else { throw .forbidden }
    return try body.admitted(from: source, by: host).command
  }
}
