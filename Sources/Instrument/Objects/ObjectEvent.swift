// SPDX-License-Identifier: GPL-3.0-or-later

/// What the objects of a score, or of a player, do on a frame of the mix: each has a strip of its own for its sounds.
public struct ObjectEvent: BitwiseCopyable, Sendable {
  /// What it is.
  public enum Change: BitwiseCopyable, Sendable {
    /// A sound begins, as a play of its own number; `object` is the place of its strip, or ``speech``. A step of so many parts of a frame
    /// (``ObjectView``) passes in a frame.
    case start(ObjectView, play: Int, object: Int, step: Int)
    /// A sound comes in, as a play of its own number, where it would be if it had begun on a frame of the mix.
    case lay(ObjectView, play: Int, beginFrame: Int)
    /// A play ends early: it fades within 2 ms.
    case end(play: Int)
    /// A tone of a note begins, as a play of its own number; of an object by the place of its strip.
    case note(ToneSettings, play: Int, object: Int)
    /// A note ends: it fades as its instrument does.
    case release(play: Int)
    /// Linear gain of the notes of an object.
    case volume(Float, object: Int)
    /// The notes of an object sound higher by so much, those that begin later too.
    case bend(cents: Float, object: Int)
    /// Left and right linear gain of the sounds of an object.
    case gains(SIMD2<Float>, object: Int)
    /// How fast the sounds of an object pass.
    case step(Int, object: Int)
    /// All plays stand still, and are silent.
    case pause
    /// All plays go on at the sample at which they stood still.
    case resume
    /// All plays end early; those that stand still end at once.
    case silence
  }

  /// In place of an object: what a score says.
  public static var speech: Int { @_noLocks get { -1 } }
  /// In place of an object: what is laid.
  static var laid: Int { @_noLocks get { -2 } }
  /// How far notes can be bent, in cents: two octaves.
  public static var bends: ClosedRange<Float> { -2400...2400 }
  /// The step of a sound that passes as fast as it was recorded.
  public static var unitStep: Int { @_noLocks get { 1 << ObjectView.partBits } }

  /// The frame of the mix from which it is heard; at once if that is past.
  public let frame: Int
  /// What it is.
  public let change: Change

  /// Something on a frame; of those on one frame, the one that was sent first comes first.
  public init(_ change: Change, atFrame frame: Int) {
    (self.change, self.frame) = (change, frame)
  }
}

/// When an ``ObjectEvent`` was carried out.
public struct ObjectOutcome: BitwiseCopyable, Sendable {
  /// How many were carried out before it.
  public let number: Int
  /// How many were sent before it.
  public let sent: Int
  /// The frame of the mix.
  public let frame: Int
}
