// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime
import CRealtimeALSA

/// Input and output on one clock: strictly a period in, processed, a period out. A single stream
/// keeps the time; without streams the system's clock does.
extension LoopState {
  /// Serves one period, or waits for it.
  @_noLocks mutating func stepOneClock() -> Step {
    var captured = periodFrames
    var room = playback?.roomFrames ?? 0
    var waiting = rateHz
    if let capture {
      captured = rt_pcm_available(capture.pcm)
      if captured < 0 { return .failed(Failure(direction: .capture, code: captured)) }
      waiting = captured
    }
    if let playback {
      room = rt_pcm_available(playback.pcm)
      if room < 0 { return .failed(Failure(direction: .playback, code: room)) }
      if capture == nil { waiting = room - playback.roomFrames + periodFrames }
    }
    // Looked at afterwards: a look may be late, never early.
    lookedNanoseconds = now()
    if let capture, captured < periodFrames {
      wait(for: capture, nil, captured: captured, room: room)
      return .idle
    }
    if let playback, room < playback.roomFrames {
      wait(for: nil, playback, captured: captured, room: room)
      return .idle
    }
    return serveOneClock(waitingFrames: waiting)
  }

  /// A period in, processed, a period out; both are available.
  @_noLocks private mutating func serveOneClock(waitingFrames: Int) -> Step {
    if let capture {
      let code = capture.read(into: input, second: second)
      if code < 0 { return .failed(Failure(direction: .capture, code: code)) }
      statistics.channelPeaks.hear(capture.frames, count: capture.periodFrames, capture.layout)
    } else {
      copyTake()
    }
    if skippedPeriods > 0 {  // the period that was just read is left out
      skippedPeriods -= 1
      return .served
    }
    if let playback, skippedPeriods < 0 {
      skippedPeriods += 1
      for sample in 0..<2 * periodFrames { output[sample] = 0 }
      let code = playback.write(output)
      if code < 0 { return .failed(Failure(direction: .playback, code: code)) }
    }
    if capture == nil && playback == nil { sleepUntilDue() }
    watchOneClock(waitingFrames: waitingFrames)
    process(
      inputFrames: periodFrames, outputFrames: periodFrames, waitingFrames: waitingFrames)
    if let playback {
      let code = playback.write(output)
      if code < 0 { return .failed(Failure(direction: .playback, code: code)) }
    }
    return .served
  }

  /// Updates the mapping: with the position of the stream that keeps the time, or with the due time
  /// of the next period.
  @_noLocks private mutating func watchOneClock(waitingFrames: Int) {
    let hasStream = capture != nil || playback != nil
    mapping.addCaptured(
      until: statistics.inputFrames + (hasStream ? waitingFrames : periodFrames),
      seconds: 1e-9 * Double(hasStream ? lookedNanoseconds : dueNanoseconds), awakeSince: nil)
  }

  /// Waits for a stream. If that takes a while, both streams were at rest before, and their
  /// distance shows if it is right.
  @_noLocks private mutating func wait(
    for awaitedCapture: StreamSide?, _ awaitedPlayback: StreamSide?, captured: Int, room: Int
  ) {
    let before = now()
    rt_pcm_wait(awaitedCapture?.pcm, awaitedPlayback?.pcm, Self.waitMilliseconds)
    guard capture != nil, let playback, skippedPeriods == 0 else { return }
    guard now() - before > statistics.periodNanoseconds / 4 else { return }
    skippedPeriods = alignment.periodsToSkip(
      apartFrames: captured - (room - playback.roomFrames + periodFrames),
      periodFrames: periodFrames)
    guard skippedPeriods != 0 else { return }
    statistics.realignments += 1
    restartMapping()
  }

  /// Copies the next period of the take, then silence; silence without a take. If it was not read
  /// in time, that is a pop.
  @_noLocks mutating func copyTake() {
    if take?.read(into: input, second: second, count: periodFrames) ?? readSilence() { return }
    countPop(.capture)
  }

  @_noLocks private func readSilence() -> Bool {
    for frame in 0..<periodFrames {
      input[frame] = 0
      second?[frame] = 0
    }
    return true
  }

  /// Waits until the next period would have been captured, counted from the first, so that errors
  /// do not add up. A period that is later than a device's buffer allows is a pop, unless a device
  /// is missing, so that it cannot be heard.
  @_noLocks private mutating func sleepUntilDue() {
    if isWhole && now() - dueNanoseconds > 2 * statistics.periodNanoseconds {
      countPop(.playback)
      startClock(at: now())
      restartMapping()
    }
    rt_sleep_until(Int64(dueNanoseconds))
  }

  /// When the next period has been captured, by the clock.
  private var dueNanoseconds: Int {
    @_noLocks get {
      let frames = statistics.inputFrames + periodFrames - clockStartFrame
      return clockStartNanoseconds + Int(Double(frames) * 1e9 / Double(rateHz))
    }
  }

  /// Makes `nanoseconds` the time of the current frame, for the clock and all timings.
  @_noLocks mutating func startClock(at nanoseconds: Int) {
    clockStartNanoseconds = nanoseconds
    clockStartFrame = statistics.inputFrames
    timing.restart(at: capture == nil && playback == nil ? nanoseconds : nil)
  }
}
