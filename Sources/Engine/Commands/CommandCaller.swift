// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// Who sends a command. What is limited is shared fairly between the doors of Flam, and between the
/// callers at a door.
public struct CommandCaller: Hashable, Sendable {
  /// The person at the computer, or the program itself.
  public static let here = CommandCaller(.key)

  /// The door: where its notes come from.
  let door: HitSource
  /// Distinguishes the callers at a door; nil if it has only one.
  let name: String?

  /// A caller.
  public init(_ door: HitSource, _ name: String? = nil) { (self.door, self.name) = (door, name) }
}
