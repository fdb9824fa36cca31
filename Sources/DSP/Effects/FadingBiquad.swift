// SPDX-License-Identifier: GPL-3.0-or-later

/// A section that becomes another without a click, however far it is. Within an octave its
/// coefficients glide, so that a sweep sounds as one. Beyond that a glide would drag what rings
/// along through all frequencies: the old section fades out and a new one in.
struct FadingBiquad: BitwiseCopyable, Sendable {
  private static var octave: Float { @_noLocks get { 2 } }

  /// A section to become.
  private struct Aim: BitwiseCopyable, Sendable {
    let section: BiquadSection
    let hertz: Float
    let frameCount: Int
  }

  private var unit: StereoBiquad
  private var hertz: Float
  private var earlier: StereoBiquad
  /// The frames of a fade, and those left.
  private var fadeFrames = 1
  private var remainingFrames = 0
  /// What waits for the end of the fade.
  private var waiting: Aim?

  /// A section at rest, and its frequency.
  @_noLocks init(_ section: BiquadSection, hertz: Float) {
    unit = StereoBiquad(section)
    earlier = unit
    self.hertz = hertz
  }

  /// Becomes another section within `frameCount` frames, once a fade has ended.
  @_noLocks mutating func glide(to section: BiquadSection, hertz: Float, frameCount: Int) {
    let aim = Aim(section: section, hertz: hertz, frameCount: max(1, frameCount))
    let isNear = hertz < Self.octave * self.hertz && self.hertz < Self.octave * hertz
    waiting = nil
    if isNear {
      unit.glide(to: section, frameCount: frameCount)
      self.hertz = hertz
    } else if remainingFrames > 0 {
      waiting = aim
    } else {
      begin(aim)
    }
  }

  @_noLocks private mutating func begin(_ aim: Aim) {
    earlier = unit
    unit = StereoBiquad(aim.section)
    hertz = aim.hertz
    (fadeFrames, remainingFrames) = (aim.frameCount, aim.frameCount)
  }

  /// Filters frames of interleaved stereo in place. What is no number is silence.
  @_noLocks mutating func process(_ frames: UnsafeMutablePointer<Float>, count: Int) {
    for sample in 0..<2 * count { frames[sample] = EffectInput.sane(frames[sample]) }
    var index = 0
    while index < count && remainingFrames > 0 {
      fade(frames + 2 * index)
      index &+= 1
      guard remainingFrames == 0, let aim = waiting else { continue }
      waiting = nil
      begin(aim)
    }
    unit.process(frames + 2 * index, count: count &- index)
  }

  /// Filters a frame by both sections.
  @_noLocks private mutating func fade(_ frame: UnsafeMutablePointer<Float>) {
    var old = SIMD2(frame[0], frame[1])
    withUnsafeMutablePointer(to: &old) {
      earlier.process(UnsafeMutableRawPointer($0).assumingMemoryBound(to: Float.self), count: 1)
    }
    unit.process(frame, count: 1)
    remainingFrames &-= 1
    let share = Float(remainingFrames) / Float(fadeFrames)
    let left = share * share * (3 - 2 * share)
    frame[0] += left * (old.x - frame[0])
    frame[1] += left * (old.y - frame[1])
  }
}
