// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime

/// An envelope, a frame at a time, so that it is the same however the frames are divided into blocks.
struct ToneEnvelope: BitwiseCopyable {
  /// How it falls.
  enum Kind: BitwiseCopyable {
    /// By the same number of decibels each frame: 100 in the time of its decay or release.
    case amplitude
    /// By the same part each frame.
    case share
  }

  private enum Stage: BitwiseCopyable { case delay, attack, hold, decay, sustain, release, over }

  /// What counts as silence, linear: -100 dB.
  private static var silence: Float { @_noLocks get { 1e-5 } }

  private let times: ToneSettings.Envelope
  private let kind: Kind
  private var stage = Stage.delay
  private var passed = 0
  /// 0...1.
  private(set) var value: Float = 0
  private var fall: Float = 0

  @_noLocks init(_ times: ToneSettings.Envelope, _ kind: Kind) {
    (self.times, self.kind) = (times, kind)
  }

  /// It has fallen to nothing.
  var isOver: Bool { @_noLocks get { if case .over = stage { true } else { false } } }

  /// The note has ended.
  @_noLocks mutating func release() {
    begin(.release, fallingIn: times.releaseFrames)
  }

  /// The next frame.
  @_noLocks mutating func advance() {
    switch stage {
    case .delay:
      value = 0
      passed &+= 1
      if passed > times.delayFrames {
        (stage, passed) = (.attack, 0)
        attack()
      }
    case .attack: attack()
    case .hold:
      passed &+= 1
      if passed > times.holdFrames { begin(.decay, fallingIn: times.decayFrames) }
    case .decay:
      lower()
      if value <= max(times.sustain, Self.silence) {
        value = times.sustain
        stage = value > Self.silence || kind == .share ? .sustain : .over
      }
    case .sustain, .over: break
    case .release:
      lower()
      if value <= Self.silence { (value, stage) = (0, .over) }
    }
  }

  @_noLocks private mutating func attack() {
    passed &+= 1
    guard passed < times.attackFrames else {
      (value, stage, passed) = (1, .hold, 0)
      return
    }
    value = Float(passed) / Float(times.attackFrames)
  }

  @_noLocks private mutating func begin(_ next: Stage, fallingIn frames: Int) {
    stage = next
    let frames = Float(max(1, frames))
    // 100 dB are 16.6096 octaves of amplitude.
    fall = kind == .amplitude ? rt_exp2(-16.6096 / frames) : 1 / frames
  }

  @_noLocks private mutating func lower() {
    value = kind == .amplitude ? value * fall : max(0, value - fall)
  }
}
