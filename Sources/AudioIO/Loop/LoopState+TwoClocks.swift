// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime

/// Capture and playback on clocks of their own: each is served as it comes, and the timeline says
/// which output frame answers an input frame. Nothing is resampled.
extension LoopState {
  /// Serves a period of either stream, or waits for one.
  @_noLocks mutating func turnTwoClocks() -> Turn {
    guard let capture, let playback else { return .idle }
    var turn = Turn.idle

    // Both are looked at before either is served: a device may move in steps, by interrupts or packets, and where it is
    // tells most right after it woke us.
    let captured = rt_pcm_available(capture.pcm)
    if captured < 0 { return .failed(Failure(direction: .capture, code: captured)) }
    let room = rt_pcm_available(playback.pcm)
    if room < 0 { return .failed(Failure(direction: .playback, code: room)) }
    let seconds = 1e-9 * Double(now())

    if captured >= capture.periodFrames {
      captureClock.observe(
        frame: Double(statistics.inputFrames - inputFramesAtStart + captured), seconds: seconds)
      let code = capture.read(into: input)
      if code < 0 { return .failed(Failure(direction: .capture, code: code)) }
      mapClocks(capture: capture)
      process(inputFrames: capture.periodFrames, outputFrames: 0, waitingFrames: captured)
      turn = .served
    }

    if room >= playback.roomFrames {
      let written = playback.filledFrames + statistics.outputFrames - outputFramesAtStart
      playbackClock.observe(
        frame: Double(written - (playback.bufferFrames - room)), seconds: seconds)
      mapClocks(capture: capture)
      process(
        inputFrames: 0, outputFrames: playback.periodFrames,
        waitingFrames: room - playback.roomFrames + playback.periodFrames)
      let code = playback.write(output)
      if code < 0 { return .failed(Failure(direction: .playback, code: code)) }
      turn = .served
    }

    if case .idle = turn { rt_pcm_wait(capture.pcm, playback.pcm, Self.waitMilliseconds) }
    return turn
  }

  /// Puts the two clocks on one timeline.
  ///
  /// The clocks tell which frame of the playback stream leaves when an input frame enters. At that
  /// time the handler has filled as many frames more as the playback buffer keeps, and it gets the
  /// input a capture period later; the margin is for waking up late.
  @_noLocks private mutating func mapClocks(capture: StreamSide) {
    let line = playbackClock.line(over: captureClock)
    let ahead = Self.framesAhead(capturePeriodFrames: capture.periodFrames)
    timeline.pointee.ratio = line.ratio
    timeline.pointee.offsetFrames =
      line.offsetFrames - line.ratio * Double(inputFramesAtStart)
      + Double(outputFramesAtStart + ahead)
  }

  /// How far an answer lies ahead of the frame that is written when its input enters.
  @_noLocks static func framesAhead(capturePeriodFrames: Int) -> Int {
    capturePeriodFrames + capturePeriodFrames / 4
  }
}
