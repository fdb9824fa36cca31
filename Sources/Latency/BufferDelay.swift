// SPDX-License-Identifier: GPL-3.0-or-later
import AudioIO

/// What the buffers of devices add to a delay, in frames.
///
/// The first frame of a period has to wait until the period is captured, and playback is filled the whole of its buffer
/// ahead of it.
public struct BufferDelay: Sendable, Equatable {
  /// Sample rate in hertz.
  public let sampleRateHz: Int
  /// What is captured at a time.
  public let periodFrames: Int
  /// What is waited on two clocks lest waking up late makes a difference.
  public let marginFrames: Int
  /// What is queued before the frames that answer.
  public let playbackFrames: Int

  /// From a frame's coming in to the leaving of the frame that answers it, at the earliest.
  public var frames: Int { periodFrames + marginFrames + playbackFrames }

  /// Capture and playback on one clock.
  public init(sampleRateHz: Int, periodFrames: Int, periodCount: Int) {
    self.sampleRateHz = sampleRateHz
    self.periodFrames = periodFrames
    marginFrames = 0
    playbackFrames = periodFrames * (periodCount - 1)
  }

  /// The buffers of `loop`; where it has no output device, what `periodCount` periods of one would hold.
  public init(_ loop: AudioLoop, periodCount: Int) {
    sampleRateHz = loop.rateHz
    periodFrames = loop.periodFrames
    let frames = loop.delayFrames > 0 ? loop.delayFrames : loop.periodFrames * periodCount
    marginFrames = loop.marginFrames
    playbackFrames = frames - periodFrames - marginFrames
  }
}
