// SPDX-License-Identifier: GPL-3.0-or-later

/// The object of a score that plays a note: its strip lies behind that of the pad.
public struct NoteObject: BitwiseCopyable, Sendable {
  /// From 1; 0 for none.
  public let number: Int
  /// Linear.
  public internal(set) var gain: Float

  /// A note of no object.
  public static var none: NoteObject { @_noLocks get { NoteObject(number: 0, gain: 1) } }

  /// An object by its number, as loud as it is now.
  @_noLocks public init(number: Int, gain: Float) { (self.number, self.gain) = (number, gain) }
}
