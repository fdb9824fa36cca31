// SPDX-License-Identifier: GPL-3.0-or-later
import AudioIO

/// The delay that the devices' buffers add, in frames.
///
/// The first frame of a period waits until the period is captured, and playback keeps its whole
/// buffer filled ahead.
public struct BufferDelay: Sendable, Equatable {
  /// Sample rate in hertz.
  public let sampleRateHz: Int
  /// The frames captured at a time.
  public let periodFrames: Int
  /// With two clocks, a margin so that a late wake-up makes no difference.
  public let marginFrames: Int
  /// The frames queued before the answer.
  public let playbackFrames: Int

  /// From a frame's capture to the playback of its answer, at the earliest.
  public var frames: Int { periodFrames + marginFrames + playbackFrames }

  /// Capture and playback on one clock.
  public init(sampleRateHz: Int, periodFrames: Int, periodCount: Int) {
    self.sampleRateHz = sampleRateHz
    self.periodFrames = periodFrames
    marginFrames = 0
    playbackFrames = periodFrames * (periodCount - 1)
  }

  /// The buffers of `loop`. Without an output device, those that `periodCount` periods would hold.
  public init(_ loop: AudioLoop, periodCount: Int) {
    sampleRateHz = loop.rateHz
    periodFrames = loop.periodFrames
    let frames = loop.delayFrames > 0 ? loop.delayFrames : loop.periodFrames * periodCount
    marginFrames = loop.marginFrames
    playbackFrames = frames - periodFrames - marginFrames
  }
}
