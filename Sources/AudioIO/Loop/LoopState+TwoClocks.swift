// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime
import CRealtimeALSA

/// Capture and playback on their own clocks: each is served when it is ready, and the timeline says
/// which output frame answers an input frame. Nothing is resampled.
extension LoopState {
  /// Serves a period of either stream, or waits for one.
  @_noLocks mutating func stepTwoClocks() -> Step {
    guard let capture, let playback else { return .idle }
    var step = Step.idle

    // Looks at both before it serves either: a device may move in steps, by interrupts or packets,
    // and its position is most exact right after it woke us.
    let beforeSeconds = 1e-9 * Double(now())
    let captured = rt_pcm_available(capture.pcm)
    if captured < 0 { return .failed(Failure(direction: .capture, code: captured)) }
    let room = rt_pcm_available(playback.pcm)
    if room < 0 { return .failed(Failure(direction: .playback, code: room)) }
    let seconds = 1e-9 * Double(now())

    if captured >= capture.periodFrames {
      mapping.addCaptured(
        until: statistics.inputFrames + captured, seconds: seconds, awakeSince: lookedSeconds)
      let code = capture.read(into: input, second: second)
      if code < 0 { return .failed(Failure(direction: .capture, code: code)) }
      statistics.channelPeaks.hear(capture.frames, count: capture.periodFrames, capture.layout)
      mapping.lay(&timeline.pointee)
      process(inputFrames: capture.periodFrames, outputFrames: 0, waitingFrames: captured)
      step = .served
    }

    if room >= playback.roomFrames {
      mapping.addPlayed(
        until: statistics.outputFrames + playback.filledFrames + room - playback.bufferFrames,
        seconds: seconds, awakeSince: lookedSeconds)
      mapping.lay(&timeline.pointee)
      process(
        inputFrames: 0, outputFrames: playback.periodFrames,
        waitingFrames: room - playback.roomFrames + playback.periodFrames)
      let code = playback.write(output)
      if code < 0 { return .failed(Failure(direction: .playback, code: code)) }
      step = .served
    }

    lookedSeconds = beforeSeconds
    if case .idle = step {
      rt_pcm_wait(capture.pcm, playback.pcm, Self.waitMilliseconds)
      lookedSeconds = nil
    }
    return step
  }
}
