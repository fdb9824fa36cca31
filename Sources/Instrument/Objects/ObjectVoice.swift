// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// A play of a sound of an object.
struct ObjectVoice: BitwiseCopyable {
  private var sound: ObjectView?
  private(set) var play = 0
  private(set) var object = 0
  private var place = 0
  private var step = 0
  private var gain = GainRamp(.zero)
  private var isEnding = false

  /// A voice that makes no sound.
  @_noLocks init() {}

  /// A sound from its beginning.
  @_noLocks init(_ sound: ObjectView, play: Int, object: Int, step: Int, gains: SIMD2<Float>) {
    (self.sound, self.play, self.object, self.step) = (sound, play, object, step)
    gain = GainRamp(gains)
  }

  /// Rises from silence, so many frames after its beginning.
  @_noLocks mutating func comeIn(afterFrames passed: Int, frameCount: Int) {
    place = passed << ObjectView.partBits
    let gains = gain.target
    gain = GainRamp(.zero)
    gain.glide(to: gains, frameCount: frameCount)
  }

  /// Silent, to be used again.
  var isIdle: Bool { @_noLocks get { sound == nil } }

  /// Sounds and is meant to.
  var isPlaying: Bool { @_noLocks get { sound != nil && !isEnding } }

  /// Changes its gains, audibly smoothly.
  @_noLocks mutating func glide(to gains: SIMD2<Float>, frameCount: Int) {
    if !isEnding { gain.glide(to: gains, frameCount: frameCount) }
  }

  /// Lets it pass at another speed from the next frame on.
  @_noLocks mutating func pass(step: Int) { self.step = step }

  /// Falls silent.
  @_noLocks mutating func end(frameCount: Int) {
    guard !isEnding else { return }
    isEnding = true
    gain.glide(to: .zero, frameCount: frameCount)
  }

  /// Adds its next frames to interleaved stereo; falls idle at its end.
  @_noLocks mutating func add(
    _ count: Int, to output: UnsafeMutableRawPointer,
    _ workspace: UnsafeMutablePointer<SIMD2<Float>>, _ weights: borrowing FractionalWeights
  ) {
    guard let sound else { return }
    var left = min(count, step > 0 ? (sound.end - place + step - 1) / step : count)
    if isEnding { left = min(left, gain.remainingFrames) }
    if step == 1 << ObjectView.partBits && place & (step - 1) == 0 {
      // As it was recorded, bit by bit.
      gain.mix(sound.whole + place >> ObjectView.partBits, count: left, into: output)
    } else {
      sound.read(from: place, step: step, count: left, into: workspace, weights)
      gain.mix(workspace, count: left, into: output)
    }
    place += left * step
    if place >= sound.end || isEnding && gain.remainingFrames == 0 { self.sound = nil }
  }
}
