// SPDX-License-Identifier: GPL-3.0-or-later

/// What a page may choose, by name: lent by the program that shows it. Paths stay on this side of the door.
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

  /// The kits that there are.
  public let kits: @Sendable () -> [Kit]
  /// Names of the profiles that there are.
  public let profiles: @Sendable () -> [String]
  /// Makes the path of a new recording.
  public let recordingPath: @Sendable () -> String

  /// What may be chosen. Each is asked on a thread of a page, and may read the disk.
  public init(
    kits: @escaping @Sendable () -> [Kit], profiles: @escaping @Sendable () -> [String],
    recordingPath: @escaping @Sendable () -> String
  ) {
    (self.kits, self.profiles, self.recordingPath) = (kits, profiles, recordingPath)
  }
}
