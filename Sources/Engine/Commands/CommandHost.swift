// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// What a front end offers to guests, who give names in place of paths: players at the page or over
/// the network.
public struct CommandHost: Sendable {
  /// The path of a named kit; nil if there is no such kit.
  let kitPath: @Sendable (_ name: String) -> String?
  /// A profile of this name exists.
  let hasProfile: @Sendable (_ name: String) -> Bool
  /// Where the next recording goes: a file that does not exist yet.
  let recordingPath: @Sendable () -> String
  /// The presets of effects.
  let presets: EffectPresets

  /// What guests may name.
  public init(
    kitPath: @escaping @Sendable (_ name: String) -> String?,
    hasProfile: @escaping @Sendable (_ name: String) -> Bool,
    recordingPath: @escaping @Sendable () -> String, presets: EffectPresets = .none
  ) {
    (self.kitPath, self.hasProfile) = (kitPath, hasProfile)
    (self.recordingPath, self.presets) = (recordingPath, presets)
  }
}

/// Why the engine does not get a guest's command.
public enum CommandRefusal: Error, Equatable {
  /// Only the person who started Flam may send it.
  case forbidden
  /// There is no such kit or profile.
  case unknown(_ kind: String, _ name: String)
  /// It names a place for a file; `operation` is what it would do.
  case place(_ operation: String)
}

extension EngineCommand {
  /// Guests may send it.
  public var isForGuests: Bool { type(of: body).isForGuests }

  /// The command as the engine gets it from a guest: kits and profiles by their names, new files
  /// where Flam puts them, notes of the guest's source. Nothing ends the playing or touches other
  /// files.
  public func admitted(
    from source: HitSource, by host: CommandHost
  ) throws(CommandRefusal) -> EngineCommand {
    guard isForGuests else { throw .forbidden }
    return try body.admitted(from: source, by: host).command
  }
}
