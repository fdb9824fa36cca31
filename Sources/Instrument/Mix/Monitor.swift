// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime
import DSP
import Realtime

/// The microphone in the mix: what is heard is played along, as soon as the two clocks allow.
///
/// What is played along may return, and then howls where it comes back as loud as it was. So its gain never exceeds what
/// the return leaves room for. Peaks of a room's response: M. Schroeder, "Improvement of acoustic-feedback stability by
/// frequency shifting", JASA 36, 1964.
struct Monitor: ~Copyable {
  private static let capacity = 16_384
  /// How far the peaks of a path lie above its mean, in decibels.
  private static let peakDecibels: Float = 10
  /// How far below howling the loop is held, in decibels.
  private static let marginDecibels: Float = 6
  /// Time in which the gain covers 63 % of a change.
  private static let smoothingSeconds: Float = 0.05

  /// The gain that the player wants.
  var wantedDecibels: Float
  private let smoothing: Float
  private let samples: UnsafeMutablePointer<Float>
  private var sampleCount = 0
  private var gain: Float = 0
  private var target: Float
  /// The gain that it is heading for, in decibels.
  private(set) var gainDecibels: Float

  /// A monitor that is to have a gain of `wantedDecibels`.
  init(wantedDecibels: Float, sampleRateHz: Float) {
    self.wantedDecibels = wantedDecibels
    gainDecibels = wantedDecibels
    target = Units.amplitude(decibels: wantedDecibels)
    smoothing = 1 - rt_exp(-1 / (Self.smoothingSeconds * sampleRateHz))
    samples = .allocate(capacity: Self.capacity)
    samples.initialize(repeating: 0, count: Self.capacity)
  }

  deinit { samples.deallocate() }

  /// Keeps the next sample of the microphone, at the gain that is reached.
  @_noLocks mutating func append(_ sample: Float) {
    gain += smoothing * (target - gain)
    samples[sampleCount & (Self.capacity - 1)] = gain * sample
    sampleCount &+= 1
  }

  /// Holds the gain `marginDecibels` below howling, where what is played returns at `returnDecibels` of its own level.
  @_noLocks mutating func limit(returnDecibels: Float) {
    gainDecibels = min(
      wantedDecibels, -returnDecibels - Self.peakDecibels - Self.marginDecibels)
    target = Units.amplitude(decibels: gainDecibels)
  }

  /// Adds what answers to the output frames from `firstFrame` on.
  @_noLocks mutating func mix(
    into output: inout MutableSpan<Float>, firstFrame: Int, timeline: Timeline
  ) {
    for frame in 0..<output.count / 2 {
      let position =
        (Double(firstFrame &+ frame) - timeline.offsetFrames) / timeline.ratio
      let added = sample(at: position)
      output[2 * frame] += added
      output[2 * frame + 1] += added
    }
  }

  /// The microphone between two samples; silence where it was not heard.
  @_noLocks private func sample(at position: Double) -> Float {
    guard position >= 0 else { return 0 }
    let index = Int(position)
    let share = Float(position - Double(index))
    let first = self[index]
    return share == 0 ? first : first + share * (self[index + 1] - first)
  }

  @_noLocks private subscript(index: Int) -> Float {
    guard index < sampleCount && index >= sampleCount - Self.capacity else { return 0 }
    return samples[index & (Self.capacity - 1)]
  }
}
