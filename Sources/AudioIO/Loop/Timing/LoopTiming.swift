// SPDX-License-Identifier: GPL-3.0-or-later
import Realtime

/// Keeps the audio thread's times: of each block, and before a pop.
struct LoopTiming {
  /// How late the thread may be before input is lost and before output falls silent, in
  /// nanoseconds.
  let captureSlackNanoseconds: Int
  let playbackSlackNanoseconds: Int
  let timings: SPSCRing<BlockTiming>.Producer
  let pops: SPSCRing<Xrun>.Producer

  /// The wake-ups for input, or for both on one clock.
  private var inputWakeUps: WakeUps
  /// The wake-ups for output on its own clock.
  private var outputWakeUps: WakeUps
  private var blockStart = 0
  private var blockEnd = 0
  private var block = 0
  private var workStart = 0
  private var work = 0
  private var late = 0
  private var longestBlock = 0
  /// The block was processed, but has not reached the device.
  private var isAtWork = false

  @_noLocks init(
    captureSlackNanoseconds: Int, playbackSlackNanoseconds: Int, inputPeriodNanoseconds: Int,
    outputPeriodNanoseconds: Int, timings: SPSCRing<BlockTiming>.Producer,
    pops: SPSCRing<Xrun>.Producer
  ) {
    self.captureSlackNanoseconds = captureSlackNanoseconds
    self.playbackSlackNanoseconds = playbackSlackNanoseconds
    self.timings = timings
    self.pops = pops
    inputWakeUps = WakeUps(periodNanoseconds: inputPeriodNanoseconds)
    outputWakeUps = WakeUps(periodNanoseconds: outputPeriodNanoseconds)
  }

  /// The times of these streams; without streams, blocks have `periodFrames`.
  @_noLocks init(
    of streams: StreamPair, periodFrames: Int, rateHz: Int,
    timings: SPSCRing<BlockTiming>.Producer, pops: SPSCRing<Xrun>.Producer
  ) {
    let frame = 1e9 / Double(rateHz)
    var input = periodFrames
    var output = periodFrames
    var inputSlack = 0
    if let capture = streams.capture {
      (input, inputSlack) = (capture.periodFrames, capture.slackFrames)
    }
    if let playback = streams.playback { output = playback.periodFrames }
    let outputSlack = streams.slackFrames(periodFrames: periodFrames)
    self.init(
      captureSlackNanoseconds: Int(frame * Double(inputSlack)),
      playbackSlackNanoseconds: Int(frame * Double(outputSlack)),
      inputPeriodNanoseconds: Int(frame * Double(input)),
      outputPeriodNanoseconds: Int(frame * Double(output)), timings: timings, pops: pops)
  }

  /// The streams started again, at a time in nanoseconds if that is known exactly.
  @_noLocks mutating func restart(at nanoseconds: Int? = nil) {
    inputWakeUps.restart(at: nanoseconds)
    outputWakeUps.restart()
    (blockEnd, isAtWork) = (0, false)
  }

  /// The handler is called `now` for a block with input, or else one with output alone.
  /// `waitingNanoseconds` is the sound that waits at the device, that block included. `worked` is
  /// the processor time of the thread so far.
  @_noLocks mutating func begin(now: Int, worked: Int, hasInput: Bool, waitingNanoseconds: Int) {
    late =
      hasInput
      ? inputWakeUps.wake(now: now, waitingNanoseconds: waitingNanoseconds)
      : outputWakeUps.wake(now: now, waitingNanoseconds: waitingNanoseconds)
    (blockStart, workStart, isAtWork) = (now, worked, true)
  }

  /// The handler has returned. Returns how long it took, and if there was room to pass that on.
  @_noLocks mutating func finish(now: Int, worked: Int) -> (nanoseconds: Int, isReported: Bool) {
    (block, blockEnd, work) = (now - blockStart, now, worked - workStart)
    longestBlock = max(longestBlock, block)
    let timing = BlockTiming(
      blockNanoseconds: block, workNanoseconds: work, lateNanoseconds: late)
    return (block, timings.push(timing))
  }

  /// The processed sound has reached the device.
  @_noLocks mutating func markServed() { isAtWork = false }

  /// Playback, or else capture, has popped, seen `now`; false if there was no room to pass that on.
  @_noLocks mutating func pop(isPlayback: Bool, number: Int, frame: Int, now: Int) -> Bool {
    let wakeUps =
      isPlayback && outputWakeUps.dueNanoseconds > 0 ? outputWakeUps : inputWakeUps
    let slack = isPlayback ? playbackSlackNanoseconds : captureSlackNanoseconds
    let due = wakeUps.dueNanoseconds + (isAtWork ? 0 : wakeUps.periodNanoseconds)
    // It slept since the block before, or was awake but late for this one, maybe shortly after a
    // pop.
    let woken = max(late, wakeUps.seemingLateNanoseconds)
    let wait = isAtWork || blockEnd == 0 ? woken : max(woken, now - max(blockEnd, due))
    defer { longestBlock = 0 }
    return pops.push(
      Xrun(
        number: number, side: isPlayback ? .playback : .capture, frame: frame,
        lateNanoseconds: wakeUps.dueNanoseconds > 0 ? max(0, now - due - slack) : 0,
        blockNanoseconds: block, workNanoseconds: work, waitNanoseconds: max(0, wait),
        longestBlockNanoseconds: longestBlock))
  }
}
