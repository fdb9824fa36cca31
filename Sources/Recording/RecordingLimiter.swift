// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Instrument

/// The limiter of recordings: its output is aligned as after the live limiter.
package struct RecordingLimiter {
  private var limiter: LookAheadLimiter
  private let channelCount: Int
  /// Frames that it is later than the live one: left out at the beginning, fetched with silence at
  /// the end.
  package let lateFrames: Int
  private var skippedFrames = 0

  package init(channelCount: Int, sampleRateHz: Int) {
    limiter = LookAheadLimiter(channelCount: channelCount, sampleRateHz: Float(sampleRateHz))
    self.channelCount = channelCount
    lateFrames = limiter.latencyFrames - Instrument.outputLatencyFrames
  }

  /// Limits interleaved frames in place; returns how many of the first are too early to be written.
  package mutating func process(_ samples: inout MutableSpan<Float>) -> Int {
    limiter.process(&samples)
    let skipped = min(samples.count / channelCount, lateFrames - skippedFrames)
    skippedFrames += skipped
    return skipped
  }
}
