// SPDX-License-Identifier: GPL-3.0-or-later

/// The object of a score that plays a note: its strip lies behind that of the pad.
public struct NoteObject: BitwiseCopyable, Equatable, Sendable {
  /// From 1; 0 for none.
  public let number: Int
  /// How loud it is, linear; a note begins as loud as its object is then.
  public internal(set) var gain: Float

  /// A note of no object.
  public static var none: NoteObject { @_noLocks get { NoteObject(number: 0, gain: 1) } }

  /// An object by its number, as loud as it is now.
  @_noLocks public init(number: Int, gain: Float) { (self.number, self.gain) = (number, gain) }
}

extension NoteObject {
  /// What a file keeps of it: nothing of no object, and no gain of 1.
  public var kept: (number: Int?, gain: Float?) {
    (number > 0 ? number : nil, gain == 1 ? nil : gain)
  }

  /// As it was kept.
  public init(number: Int?, gain: Float?) { self.init(number: number ?? 0, gain: gain ?? 1) }

  /// Its numbers are some that it can have.
  public var isPossible: Bool { (0...Self.mostObjects).contains(number) && (0...1).contains(gain) }

  /// No score has as many objects.
  private static let mostObjects = 1 << 16
}
