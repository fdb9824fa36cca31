// SPDX-License-Identifier: GPL-3.0-or-later
import Realtime
import Synchronization

/// The audio thread's memory, allocated and touched before it starts.
struct LoopMemory {
  /// The loop's first streams.
  let streams: StreamPair
  /// The take in place of a device; nil without one.
  let take: TakeStream?
  /// A period, mono.
  let input: UnsafeMutablePointer<Float>
  /// A period of a second microphone; nil if there is none.
  let second: UnsafeMutablePointer<Float>?
  /// A period, interleaved stereo.
  let output: UnsafeMutablePointer<Float>
  let timeline: UnsafeMutablePointer<Timeline>
  let mustStop: UnsafeMutablePointer<Atomic<Bool>>
  let isRunning: UnsafeMutablePointer<Atomic<Bool>>

  init(input source: AudioInput, streams: LoopStreams) {
    self.streams = streams.pair
    var hasSecond = streams.pair.capture.map { $0.secondChannel > 0 } ?? false
    if case .take(let stream) = source {
      take = stream
      hasSecond = stream.hearsTwo
    } else {
      take = nil
    }
    let capacity = max(StreamSettings.devicePeriodsFrames.upperBound, streams.periodFrames)
    input = .allocate(capacity: capacity)
    input.initialize(repeating: 0, count: capacity)
    second = hasSecond ? .allocate(capacity: capacity) : nil
    second?.initialize(repeating: 0, count: capacity)
    output = .allocate(capacity: 2 * capacity)
    output.initialize(repeating: 0, count: 2 * capacity)
    timeline = .allocate(capacity: 1)
    var start = Timeline()
    start.hasTwoClocks = streams.hasTwoClocks
    timeline.initialize(to: start)
    mustStop = .allocate(capacity: 1)
    mustStop.initialize(to: Atomic(false))
    isRunning = .allocate(capacity: 1)
    isRunning.initialize(to: Atomic(false))
  }

  func deallocate() {
    input.deallocate()
    second?.deallocate()
    output.deallocate()
    timeline.deallocate()
    mustStop.deallocate()
    isRunning.deallocate()
  }
}
