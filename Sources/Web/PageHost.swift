// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import KitMaking
import Profiles
import Storage

/// What a page may choose by name. The program that shows the page provides it. A page never sees paths.
public struct PageHost: Sendable {
  /// A kit that can be picked.
  public struct Kit: Sendable {
    /// The name that people see.
    public let name: String
    /// The path for the engine.
    public let path: String

    /// A kit.
    public init(name: String, path: String) { (self.name, self.path) = (name, path) }
  }

  /// The kits, and looking into one before it plays.
  public struct Kits: Sendable {
    /// Makes a file about the kit at a path, and returns once it is written: nil, or why it failed. See also
    /// ``Sessions/Replay``.
    public typealias Making =
      @Sendable (_ path: String, _ out: String, _ isWanted: () -> Bool) -> String?

    /// All kits that can be picked.
    public let list: @Sendable () -> [Kit]
    /// Writes what is in a kit: the JSON of `flam kits check`.
    public let check: Making
    /// Writes how a kit sounds: a WAV.
    public let sound: Making
    /// Where a kit of the player's own sounds lies; nil if no kit of that name can be one.
    public let own: @Sendable (_ name: String) -> OwnKitPlace?

    /// Kits, with functions that look into them and play them.
    public init(
      list: @escaping @Sendable () -> [Kit], check: @escaping Making, sound: @escaping Making,
      own: @escaping @Sendable (_ name: String) -> OwnKitPlace? = { _ in nil }
    ) {
      (self.list, self.check, self.sound, self.own) = (list, check, sound, own)
    }
  }

  /// What a check of the machine found, from `Doctor`.
  public struct Finding: Encodable, Sendable {
    /// The name of the check.
    public let check: String
    /// "pass", "warn" or "fix".
    public let status: String
    /// What was found; of paths only the last name.
    public let found: String
    /// Why that matters.
    public let why: String
    /// A shell command that fixes it, with its paths; nil if there is nothing to fix.
    public let fix: String?

    /// A finding.
    public init(check: String, status: String, found: String, why: String, fix: String?) {
      (self.check, self.status, self.found) = (check, status, PathText.stripped(found))
      (self.why, self.fix) = (why, fix)
    }
  }

  /// The sessions that can be opened.
  public struct Sessions: Sendable {
    /// Replays the session of a folder with the hits of a file into a new WAV, and returns once it is written: nil, or why it
    /// failed. It often asks whether it is still wanted, and may stop early if not.
    public typealias Replay =
      @Sendable (
        _ folder: String, _ hitsPath: String, _ out: String, _ isWanted: () -> Bool
      ) -> String?

    /// The folder with the sessions.
    public let parent: String
    /// Reads the free space of the disks to which copies and exports are written.
    public let space: FreeSpace.Reading
    /// See ``Replay``.
    public let replay: Replay

    /// Sessions of a folder.
    public init(
      parent: String, space: @escaping FreeSpace.Reading = { FreeSpace(at: $0) },
      replay: @escaping Replay
    ) {
      (self.parent, self.space, self.replay) = (parent, space, replay)
    }
  }

  /// The profiles.
  public struct Profiles: Sendable {
    /// The names of all profiles.
    public let list: @Sendable () -> [String]
    /// Reads a profile; nil reads the built-in guess.
    public let read: @Sendable (_ name: String?) throws -> Profile
    /// Saves a profile under its name: as a new file, or in place of the old file, which stays beside it.
    public let keep: @Sendable (_ profile: Profile, _ name: String, _ isNew: Bool) throws -> Void

    /// Profiles, with functions that read and save them.
    public init(
      list: @escaping @Sendable () -> [String],
      read: @escaping @Sendable (_ name: String?) throws -> Profile,
      keep: @escaping @Sendable (_ profile: Profile, _ name: String, _ isNew: Bool) throws -> Void
    ) {
      (self.list, self.read, self.keep) = (list, read, keep)
    }
  }

  /// The kits.
  public let kits: Kits
  /// The profiles.
  public let profiles: Profiles
  /// The presets of effects.
  public let presets: EffectPresets
  /// Checks the machine, which takes about a second.
  public let findings: @Sendable () -> [Finding]
  /// Makes the path of a new recording.
  public let recordingPath: @Sendable () -> String
  /// The sessions.
  public let sessions: Sessions
  /// The folder for temporary files made for pages.
  public let scratch: String

  /// A host. Its functions are called on a page's thread and may read the disk.
  public init(
    kits: Kits, profiles: Profiles, presets: EffectPresets = .none,
    findings: @escaping @Sendable () -> [Finding],
    recordingPath: @escaping @Sendable () -> String, sessions: Sessions, scratch: String
  ) {
    (self.kits, self.profiles, self.presets) = (kits, profiles, presets)
    self.recordingPath = recordingPath
    (self.findings, self.sessions, self.scratch) = (findings, sessions, scratch)
  }

  /// The same for commands.
  var commands: CommandHost {
    CommandHost(
      kitPath: { [kits] name in kits.list().first { $0.name == name }?.path },
      hasProfile: { [profiles] in profiles.list().contains($0) }, recordingPath: recordingPath,
      presets: presets)
  }
}
