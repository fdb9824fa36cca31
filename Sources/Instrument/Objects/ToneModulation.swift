// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime

/// The envelope that moves a tone's pitch and low-pass: rises by a convex curve, as FluidSynth's does, and falls in straight
/// lines. Its value follows from the age of the note alone.
struct ToneModulation: BitwiseCopyable {
  private let times: ToneSettings.Envelope
  private var release: (age: Int, value: Float)?

  @_noLocks init(_ times: ToneSettings.Envelope) { self.times = times }

  /// The note has ended at an age, in frames: it falls from the top to nothing in so many.
  @_noLocks mutating func release(atAge age: Int) {
    guard release == nil else { return }
    release = (age, value(atAge: age))
  }

  /// 0...1.
  @_noLocks func value(atAge age: Int) -> Float {
    if let release {
      return max(0, release.value - Self.share(age &- release.age, of: times.releaseFrames))
    }
    var age = age &- times.delayFrames
    guard age > 0 else { return 0 }
    if age < times.attackFrames { return Self.convex(Self.share(age, of: times.attackFrames)) }
    age &-= times.attackFrames &+ times.holdFrames
    guard age > 0 else { return 1 }
    return max(times.sustain, 1 - Self.share(age, of: times.decayFrames))
  }

  @_noLocks private static func share(_ frames: Int, of all: Int) -> Float {
    all > 0 ? Float(frames) / Float(all) : 1
  }

  /// 40 decades of decibels on a scale of 96; see `SoundFontCurve`.
  @_noLocks private static func convex(_ share: Float) -> Float {
    max(0, 1 + 0.125430 * rt_log2(share))
  }
}
