// SPDX-License-Identifier: GPL-3.0-or-later

/// What the front end gives to Open Sound Control: names in place of paths.
public struct OSCHost: Sendable {
  /// The path of the kit of a name; nil where there is none.
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
