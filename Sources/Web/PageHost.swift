// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Profiles
import Storage

/// What a page may choose, by name: lent by the program that shows it. Paths stay on this side of the access.
public struct PageHost: Sendable {
  /// A kit that can be picked.
  public struct Kit: Sendable {
    /// As people see it.
    public let name: String
    /// What the engine is asked for.
    public let path: String

    /// A kit.
    public init(name: String, path: String) { (self.name, self.path) = (name, path) }
  }

  /// The kits that there are, and what can be known of one before it plays.
  public struct Kits: Sendable {
    /// Makes a file of the kit at a path, and returns once it is written: nil, or why it is not. See also ``Sessions/Replay``.
    public typealias Making =
      @Sendable (_ path: String, _ out: String, _ isWanted: () -> Bool) -> String?

    /// All that can be picked.
    public let list: @Sendable () -> [Kit]
    /// What is in it: the JSON of `flam kits check`.
    public let check: Making
    /// How it sounds: a WAV.
    public let sound: Making

    /// Kits, looked into and played by others.
    public init(
      list: @escaping @Sendable () -> [Kit], check: @escaping Making, sound: @escaping Making
    ) {
      (self.list, self.check, self.sound) = (list, check, sound)
    }
  }

  /// What a check of the machine found, as `Doctor` tells it.
  public struct Finding: Encodable, Sendable {
    /// The name of the check.
    public let check: String
    /// "pass", "warn" or "fix".
    public let status: String
    /// What there is; of paths only the last names.
    public let found: String
    /// Why that matters.
    public let why: String
    /// A line for the shell that mends it, as it is, with its paths; nil where there is nothing to mend.
    public let fix: String?

    /// A finding.
    public init(check: String, status: String, found: String, why: String, fix: String?) {
      (self.check, self.status, self.found) = (check, status, PathText.stripped(found))
      (self.why, self.fix) = (why, fix)
    }
  }

  /// The sessions that can be opened.
  public struct Sessions: Sendable {
    /// Plays the session of a folder again with the hits of a file, into a WAV that is not there yet, and returns once that
    /// is written: nil, or why it is not. It is asked often whether it is still wanted, and may end where it is not.
    public typealias Replay =
      @Sendable (
        _ folder: String, _ hitsPath: String, _ out: String, _ isWanted: () -> Bool
      ) -> String?

    /// The folder in which they lie.
    public let parent: String
    /// See ``Replay``.
    public let replay: Replay

    /// Sessions of a folder.
    public init(parent: String, replay: @escaping Replay) {
      (self.parent, self.replay) = (parent, replay)
    }
  }

  /// People's sounds.
  public struct Profiles: Sendable {
    /// Names of those that there are.
    public let list: @Sendable () -> [String]
    /// Reads one of them, or the one that plays; nil for the built-in guess.
    public let read: @Sendable (_ name: String?) throws -> Profile
    /// Keeps one by its name: a new one, which is not there yet, or in place of what it was, which is kept beside it.
    public let keep: @Sendable (_ profile: Profile, _ name: String, _ isNew: Bool) throws -> Void

    /// Profiles, read and kept by others.
    public init(
      list: @escaping @Sendable () -> [String],
      read: @escaping @Sendable (_ name: String?) throws -> Profile,
      keep: @escaping @Sendable (_ profile: Profile, _ name: String, _ isNew: Bool) throws -> Void
    ) {
      (self.list, self.read, self.keep) = (list, read, keep)
    }
  }

  /// The kits that there are.
  public let kits: Kits
  /// The profiles that there are.
  public let profiles: Profiles
  /// Checks the machine, which takes about a second.
  public let findings: @Sendable () -> [Finding]
  /// Makes the path of a new recording.
  public let recordingPath: @Sendable () -> String
  /// What was kept.
  public let sessions: Sessions
  /// The folder in which what is made for pages may lie for a while.
  public let scratch: String

  /// What may be chosen. Each is asked on a thread of a page, and may read the disk.
  public init(
    kits: Kits, profiles: Profiles,
    findings: @escaping @Sendable () -> [Finding],
    recordingPath: @escaping @Sendable () -> String, sessions: Sessions, scratch: String
  ) {
    (self.kits, self.profiles, self.recordingPath) = (kits, profiles, recordingPath)
    (self.findings, self.sessions, self.scratch) = (findings, sessions, scratch)
  }

  /// What commands may ask for by name.
  var commands: CommandHost {
    CommandHost(
      kitPath: { [kits] name in kits.list().first { $0.name == name }?.path },
      hasProfile: { [profiles] in profiles.list().contains($0) }, recordingPath: recordingPath)
  }
}
