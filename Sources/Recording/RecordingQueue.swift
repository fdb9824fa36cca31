// SPDX-License-Identifier: GPL-3.0-or-later
import Realtime

/// Frames that found no room on their way to the disk.
struct RecordingGap: BitwiseCopyable {
  /// Frames pushed before it.
  var position: Int
  var frameCount: Int
}

/// The audio thread's side of a recording: hands frames over and never waits.
struct RecordingQueue {
  private let samples: SPSCRing<Float>.Producer
  private let gaps: SPSCRing<RecordingGap>.Producer
  private let channelCount: Int
  private var pushedFrames = 0
  /// Frames lost since the last reported gap.
  private(set) var unreportedFrames = 0

  init(
    samples: SPSCRing<Float>.Producer, gaps: SPSCRing<RecordingGap>.Producer, channelCount: Int
  ) {
    self.samples = samples
    self.gaps = gaps
    self.channelCount = channelCount
  }

  /// Hands complete frames over; if there is no room, only their number.
  @_noLocks mutating func push(_ frames: UnsafePointer<Float>, frameCount: Int) {
    // A gap is reported before the frames that follow it, so that the disk's thread learns of it in
    // time.
    if unreportedFrames > 0 {
      guard gaps.push(RecordingGap(position: pushedFrames, frameCount: unreportedFrames)) else {
        unreportedFrames += frameCount
        return
      }
      unreportedFrames = 0
    }
    if samples.push(frames, count: frameCount * channelCount) {
      pushedFrames += frameCount
    } else {
      unreportedFrames += frameCount
    }
  }
}
