// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// The last frames of the input, so that the time before an onset was noticed can still be
/// examined.
///
/// Amplitudes are measured behind a high-pass (twice 12 dB an octave below 40 Hz), so that a rumble
/// does not change how hard a stroke seems. It has no latency but its phase.
public struct InputHistory: ~Copyable {
  /// How many frames are kept; a power of two.
  public let capacity: Int
  /// Frames heard so far; the newest frame is `frameCount - 1`.
  public private(set) var frameCount = 0
  private static let strengthCutoffHz: Float = 40
  private let samples: UnsafeMutablePointer<Float>
  /// The same without rumble.
  private let strengths: UnsafeMutablePointer<Float>
  private var first: BiquadQuad
  private var second: BiquadQuad

  /// A history of at least `minimumCapacity` frames, silent at first.
  public init(minimumCapacity: Int, sampleRateHz: Float) {
    var capacity = 1
    while capacity < minimumCapacity { capacity *= 2 }
    self.capacity = capacity
    samples = .allocate(capacity: capacity)
    samples.initialize(repeating: 0, count: capacity)
    strengths = .allocate(capacity: capacity)
    strengths.initialize(repeating: 0, count: capacity)
    first = BiquadQuad(
      InlineArray(
        repeating: .highPass(cutoffHz: Self.strengthCutoffHz, sampleRateHz: sampleRateHz)))
    second = first
  }

  deinit {
    samples.deallocate()
    strengths.deallocate()
  }

  /// Adds the next frame.
  @_noLocks public mutating func append(_ sample: Float) {
    let input = SIMD4<Float>(repeating: sample)
    if frameCount == 0 { first.settle(on: input) }
    samples[frameCount & (capacity - 1)] = sample
    strengths[frameCount & (capacity - 1)] = second.process(first.process(input))[0]
    frameCount &+= 1
  }

  /// Hands the newest frames, at most ``capacity``, to `shapes`.
  @_noLocks func hear(newest count: Int, in shapes: inout ShapeHistory) {
    var frame = frameCount - count
    while frame < frameCount {
      let place = frame & (capacity - 1)
      let run = min(frameCount - frame, capacity - place)
      shapes.process(samples + place, count: run)
      frame += run
    }
  }

  /// The largest amplitude of some frames, without rumble; those before the beginning, or not heard yet, are 0.
  @_noLocks public func peakAmplitude(from first: Int, to end: Int) -> Float {
    var peak: Float = 0
    var frame = max(0, first)
    let end = min(end, frameCount)
    while frame < end {
      let place = frame & (capacity &- 1)
      let count = min(end &- frame, capacity &- place)
      peak = max(peak, LargestAmplitude.of(strengths + place, count: count))
      frame &+= count
    }
    return peak
  }

  /// The sample at an absolute frame; 0 for one before the beginning or not heard yet. A frame that
  /// was forgotten (more than `capacity` frames ago) is an error of the caller.
  @_noLocks public subscript(frame: Int) -> Float {
    guard frame >= 0 && frame < frameCount else { return 0 }
    return samples[frame & (capacity - 1)]
  }
}
