// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// The last frames of the input, so that the time before an onset was noticed can still be
/// examined.
public struct InputHistory: ~Copyable {
  /// How many frames are kept; a power of two.
  public let capacity: Int
  /// Frames heard so far; the newest frame is `frameCount - 1`.
  public private(set) var frameCount = 0
  private let samples: UnsafeMutablePointer<Float>

  /// A history of at least `minimumCapacity` frames, silent at first.
  public init(minimumCapacity: Int) {
    var capacity = 1
    while capacity < minimumCapacity { capacity *= 2 }
    self.capacity = capacity
    samples = .allocate(capacity: capacity)
    samples.initialize(repeating: 0, count: capacity)
  }

  deinit { samples.deallocate() }

  /// Adds the next frame.
  @_noLocks public mutating func append(_ sample: Float) {
    samples[frameCount & (capacity - 1)] = sample
    frameCount &+= 1
  }

  /// The largest amplitude of some frames; those before the beginning, or not heard yet, are 0.
  @_noLocks func peakAmplitude(from first: Int, to end: Int) -> Float {
    var peak: Float = 0
    var frame = max(0, first)
    let end = min(end, frameCount)
    while frame < end {
      let place = frame & (capacity &- 1)
      let count = min(end &- frame, capacity &- place)
      peak = max(peak, LargestAmplitude.of(samples + place, count: count))
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
