// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime

/// The level of a note: attack, hold, decay, sustain, release.
///
/// It rises in a straight line, holds, and falls exponentially to the sustain, and to silence after the release; a new note
/// rises from where the level is, so that nothing clicks.
public struct NoteEnvelope: BitwiseCopyable, Sendable {
  /// The times of an envelope in seconds, and its sustain, 0...1. Falls have gone 95 % of their way in their time.
  public struct Times: BitwiseCopyable, Sendable {
    let attack: Float
    let hold: Float
    let decay: Float
    let sustain: Float
    let release: Float

    /// Times above 0.
    public init(attack: Float, hold: Float, decay: Float, sustain: Float, release: Float) {
      (self.attack, self.hold, self.decay) = (attack, hold, decay)
      (self.sustain, self.release) = (sustain, release)
    }
  }

  private enum Stage { case attack, hold, decay, release }

  /// 5 % of a way is left after so many time constants.
  private static var constants: Float { @_noLocks get { 3 } }
  /// Softer, at -120 dB, is silence.
  private static var silence: Float { @_noLocks get { 1e-6 } }

  private let rise: Float
  private let holdFrames: Int
  private let sustain: Float
  private let decayShare: Float
  private let releaseShare: Float
  private var stage = Stage.release
  private var heldFrames = 0
  /// The level now, 0...1.
  public private(set) var level: Float = 0

  /// A silent envelope.
  public init(_ times: Times, sampleRateHz: Float) {
    rise = 1 / max(1, times.attack * sampleRateHz)
    holdFrames = Units.frames(seconds: times.hold, sampleRateHz: sampleRateHz)
    sustain = times.sustain
    decayShare = EffectInput.share(
      seconds: times.decay / Self.constants, sampleRateHz: sampleRateHz)
    releaseShare = EffectInput.share(
      seconds: times.release / Self.constants, sampleRateHz: sampleRateHz)
  }

  /// Nothing sounds any more.
  public var isSilent: Bool { @_noLocks get { stage == .release && level == 0 } }

  /// Begins a note.
  @_noLocks public mutating func begin() { (stage, heldFrames) = (.attack, 0) }

  /// Ends the note.
  @_noLocks public mutating func end() { stage = .release }

  /// The next level.
  @_noLocks public mutating func next() -> Float {
    switch stage {
    case .attack:
      level += rise
      if level >= 1 { (level, stage) = (1, .hold) }
    case .hold:
      heldFrames &+= 1
      if heldFrames >= holdFrames { stage = .decay }
    case .decay: level += decayShare * (sustain - level)
    case .release:
      level -= releaseShare * level
      if level < Self.silence { level = 0 }
    }
    return level
  }
}
