// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime
import DSP
import Realtime

/// The microphone in the mix: its input is played as soon as the two clocks allow.
///
/// The output may return to the microphone, and howls if it returns as loud as it was. So the gain
/// never exceeds the margin that the return leaves. Peaks of a room's response: M. Schroeder,
/// "Improvement of acoustic-feedback stability by frequency shifting", JASA 36, 1964.
struct Monitor: ~Copyable {
  private static let capacity = 16_384
  /// How far the peaks of a path lie above its mean, in decibels.
  private static let peakDecibels: Float = 10
  /// How far below howling the loop is held, in decibels.
  private static let marginDecibels: Float = 6
  /// Time in which the limit of the gain covers 63 % of a change.
  private static let smoothingSeconds: Float = 0.05
  /// Time in which it is faded in.
  private static let fadeSeconds: Float = 0.2
  /// The highest useful gain: 24 dB.
  private static let mostGain: Float = 16

  /// The most that the return leaves room for, as far as that is reached: 24 dB or less.
  private var reachedLimit: Float
  private var limitTarget: Float
  private let smoothing: Float
  /// Samples, and the limit at each.
  private let samples: UnsafeMutablePointer<SIMD2<Float>>
  private var sampleCount = 0

  /// A monitor that has heard nothing.
  init(sampleRateHz: Float) {
    reachedLimit = Self.mostGain
    limitTarget = Self.mostGain
    smoothing = 1 - rt_exp(-1 / (Self.smoothingSeconds * sampleRateHz))
    samples = .allocate(capacity: Self.capacity)
    samples.initialize(repeating: .zero, count: Self.capacity)
  }

  deinit { samples.deallocate() }

  /// The most gain that it is heading for; linear.
  var gainLimit: Float { @_noLocks get { limitTarget } }

  /// A gain that rises from silence as the playing begins.
  static func fadeIn(to gain: SIMD2<Float>, sampleRateHz: Float) -> GainRamp {
    var ramp = GainRamp(.zero)
    guard gain != .zero else { return ramp }
    ramp.glide(
      to: gain, frameCount: Units.frames(seconds: fadeSeconds, sampleRateHz: sampleRateHz))
    return ramp
  }

  /// Keeps the next samples of the microphone, with the limit that is reached at each.
  @_noLocks mutating func append(_ heard: UnsafePointer<Float>, count: Int) {
    let (mask, target, isMoving) = (Self.capacity &- 1, limitTarget, reachedLimit != limitTarget)
    var limit = reachedLimit
    for frame in 0..<count {
      if isMoving { limit += smoothing * (target - limit) }
      samples[(sampleCount &+ frame) & mask] = SIMD2(heard[frame], limit)
    }
    reachedLimit = limit
    sampleCount &+= count
  }

  /// Holds the gain `marginDecibels` below howling; the output returns at `returnDecibels` of its
  /// own level.
  @_noLocks mutating func limit(returnDecibels: Float) {
    limitTarget = min(
      Self.mostGain,
      Units.amplitude(decibels: -returnDecibels - Self.peakDecibels - Self.marginDecibels))
  }

  /// Reads the input for the output frames from `firstFrame` on, the same on both sides.
  ///
  /// - Parameter limits: Receives the highest gain allowed for each frame.
  @_noLocks func read(
    count: Int, into frames: UnsafeMutablePointer<Float>, limits: UnsafeMutablePointer<Float>,
    firstFrame: Int, timeline: Timeline
  ) {
    for frame in 0..<count {
      let position =
        (Double(firstFrame &+ frame) - timeline.offsetFrames) / timeline.ratio
      let heard = sample(at: position)
      (frames[2 * frame], frames[2 * frame + 1]) = (heard.x, heard.x)
      limits[frame] = heard.y
    }
  }

  /// The microphone between two samples, and the limit there; silence if it was not heard.
  @_noLocks private func sample(at position: Double) -> SIMD2<Float> {
    guard position >= 0 else { return .zero }
    let index = Int(position)
    let share = Float(position - Double(index))
    let first = self[index]
    return share == 0 ? first : first + share * (self[index + 1] - first)
  }

  @_noLocks private subscript(index: Int) -> SIMD2<Float> {
    guard index < sampleCount && index >= sampleCount - Self.capacity else { return .zero }
    return samples[index & (Self.capacity - 1)]
  }
}
