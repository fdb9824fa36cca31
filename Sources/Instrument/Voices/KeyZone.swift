// SPDX-License-Identifier: GPL-3.0-or-later

/// Which keys play a pad, and how it follows them. The key that it sounds at by itself is
/// ``Pad/note``.
public struct KeyZone: Sendable, Hashable {
  /// MIDI notes, 0...127, in order; empty where its kit names none.
  public var keys: [Int]
  /// Semitones from one key to the next.
  public var semitonesPerKey: Float
  /// How long it fades once its note ends, in seconds; nil for a pad that sounds to its end,
  /// whatever the note does.
  public var releaseSeconds: Float?

  /// A zone of some keys.
  public init(
    _ keys: [Int] = [], semitonesPerKey: Float = 1, releaseSeconds: Float? = nil
  ) {
    self.keys = keys
    self.semitonesPerKey = semitonesPerKey
    self.releaseSeconds = releaseSeconds
  }

  /// It sounds until its note ends.
  public var isGated: Bool { releaseSeconds != nil }
}
