// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime
import Realtime

/// Clicks on their way from the input to the output frame that answers it.
struct Echo {
  /// Frames between pauses that provoke a pop.
  var stallFrames = Int.max
  var stallMilliseconds = 0

  /// Output frames to come, by their number modulo the capacity.
  private let coming: UnsafeMutableBufferPointer<Float>
  private let timeline: UnsafePointer<Timeline>
  private var framesSinceStall = 0

  init(timeline: UnsafePointer<Timeline>) {
    self.timeline = timeline
    coming = .allocate(capacity: 1 << 14)
    coming.initialize(repeating: 0)
  }

  /// Puts each click in its place for playing.
  mutating func hear(_ input: UnsafePointer<Float>, count: Int) {
    for frame in 0..<count where input[frame] > 0.5 {
      let answer = timeline.pointee.outputFrame(
        answering: Double(timeline.pointee.inputFrame + frame))
      coming[max(0, Int(answer.rounded())) % coming.count] = input[frame]
    }
    framesSinceStall += count
    guard framesSinceStall >= stallFrames else { return }
    framesSinceStall = 0
    let end = rt_now_nanoseconds() + Int64(1_000_000 * stallMilliseconds)
    while rt_now_nanoseconds() < end {}
  }

  /// Plays the due clicks, on the right upside down.
  mutating func play(_ output: UnsafeMutablePointer<Float>, count: Int) {
    for frame in 0..<count {
      let place = (timeline.pointee.outputFrame + frame) % coming.count
      output[2 * frame] = coming[place]
      output[2 * frame + 1] = -coming[place]
      coming[place] = 0
    }
  }
}
