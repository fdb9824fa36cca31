// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime

/// Input and output on one clock: strictly a period in, processed, a period out.
extension LoopState {
  /// Serves one period, or waits for it.
  @_noLocks mutating func turnOneClock() -> Turn {
    var captured = periodFrames
    var room = playback?.roomFrames ?? 0
    if let capture {
      captured = rt_pcm_available(capture.pcm)
      if captured < 0 { return .failed(.capture, code: captured) }
    }
    if let playback {
      room = rt_pcm_available(playback.pcm)
      if room < 0 { return .failed(.playback, code: room) }
    }
    if let capture, captured < periodFrames {
      wait(for: capture, nil, captured: captured, room: room)
      return .idle
    }
    if let playback, room < playback.roomFrames {
      wait(for: nil, playback, captured: captured, room: room)
      return .idle
    }
    return serveOneClock()
  }

  /// A period in, processed, a period out; both are there.
  @_noLocks private mutating func serveOneClock() -> Turn {
    if let capture {
      let code = capture.read(into: input)
      if code < 0 { return .failed(.capture, code: code) }
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
      if code < 0 { return .failed(.playback, code: code) }
    }
    if capture == nil && playback == nil { sleepUntilDue() }
    process(inputFrames: periodFrames, outputFrames: periodFrames)
    if let playback {
      let code = playback.write(output)
      if code < 0 { return .failed(.playback, code: code) }
    }
    return .served
  }

  /// Waits for a stream. If that takes a while, both streams were at rest before, and it shows whether
  /// they are as far apart as they should be.
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
    if skippedPeriods != 0 { statistics.realignments += 1 }
  }

  /// The next period of the take, then silence.
  @_noLocks private func copyTake() {
    let start = statistics.inputFrames
    for frame in 0..<periodFrames {
      let position = takeIsLooped && take.count > 0 ? (start + frame) % take.count : start + frame
      input[frame] = position < take.count ? take[position] : 0
    }
  }

  /// Waits until the period that comes next would have been captured, counted from the first, so that
  /// no error adds up. A period that is late by more than the buffer of a device would be is a pop.
  @_noLocks private mutating func sleepUntilDue() {
    let frames = statistics.inputFrames + periodFrames - clockStartFrame
    let due = clockStartNanoseconds + Int(Double(frames) * 1e9 / Double(rateHz))
    if now() - due > 2 * statistics.periodNanoseconds {
      statistics.playbackPops += 1
      startClock()
      return
    }
    rt_sleep_until(Int64(due))
  }

  /// Makes now the time of the current frame.
  @_noLocks mutating func startClock() {
    clockStartNanoseconds = now()
    clockStartFrame = statistics.inputFrames
  }
}
