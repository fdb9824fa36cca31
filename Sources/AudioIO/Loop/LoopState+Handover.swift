// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime

/// Playing on while a device is away. The remaining stream keeps the time, or else the system's
/// clock. The handler hears silence for lost input, and lost output is dropped.
extension LoopState {
  /// Silence that is longer than this is not made up for: then the process itself was stopped.
  static var mostMadeUpNanoseconds: Int { @_noLocks get { 1_000_000_000 } }

  /// Drops the failed stream and continues without; returns how the loop ends if it must not
  /// continue.
  /// The remaining streams are not called: they may be lost too, and a call to a dead server can
  /// take long.
  @_noLocks mutating func lose(_ failure: Failure) -> End? {
    guard let handover else { return .lost(failure.direction, code: failure.code) }
    switch failure.direction {
    case _ where !hasTwoClocks: (capture, playback) = (nil, nil)
    case .capture: capture = nil
    case .playback: playback = nil
    }
    goOnWithout()
    _ = handover.giveBack(.lost(failure.direction, code: failure.code))
    return nil
  }

  /// Carries out the ``StreamKeeper``'s orders; returns how the loop ends if that fails and it must
  /// not continue.
  @_noLocks mutating func obeyOrders() -> End? {
    guard let handover, let order = handover.take() else { return nil }
    switch order {
    case .letGo:
      (capture, playback) = (nil, nil)
      goOnWithout()
      _ = handover.giveBack(.letGo)
    case .takeOver(let pair):
      if let failure = takeOver(pair) { return lose(failure) }
    }
    return nil
  }

  /// Starts streams that have come (back), together with the remaining ones.
  @_noLocks private mutating func takeOver(_ pair: StreamPair) -> Failure? {
    if let new = pair.capture { capture = new }
    if let new = pair.playback { playback = new }
    isLinked = pair.isLinked
    isWhole = (capture != nil) == hasCapture && (playback != nil) == hasPlayback
    updatePeriod()
    if let failure = startStreams() { return failure }
    makeUp(roundingUpFrom: 0.5)
    if pair.capture != nil { fadedInFrames = 0 }
    return nil
  }

  /// Fades in the input of a device that has come back, so that its noise is not a hit.
  @_noLocks mutating func fadeIn(frameCount: Int) {
    let fadeFrames = rateHz / 5
    guard fadedInFrames < fadeFrames else { return }
    for frame in 0..<frameCount {
      let gain = min(1, Float(fadedInFrames + frame) / Float(fadeFrames))
      input[frame] *= gain
      if let second { second[frame] *= gain }
    }
    fadedInFrames += frameCount
  }

  /// Streams are gone; the rest continues.
  @_noLocks private mutating func goOnWithout() {
    isWhole = false
    recoveries = 0
    skippedPeriods = 0
    updatePeriod()
    makeUp(roundingUpFrom: 1)
    layTimeline()
    startClock(at: heardNanoseconds)
    restartMapping()
  }

  /// The period is that of the present streams; without any it stays.
  @_noLocks private mutating func updatePeriod() {
    let longest = max(capture?.periodFrames ?? 0, playback?.periodFrames ?? 0)
    guard longest > 0 else { return }
    periodFrames = longest
    statistics.periodNanoseconds = Int(1e9 * Double(longest) / Double(rateHz))
    timing = LoopTiming(
      of: StreamPair(capture: capture, playback: playback, isLinked: isLinked),
      periodFrames: periodFrames,
      rateHz: rateHz, timings: timing.timings, pops: timing.pops)
  }

  /// Lets the handler hear and play the silence since the last period of either side, so that
  /// frames stay the measure of time; a share of a period counts as one from `share` on.
  @_noLocks private mutating func makeUp(roundingUpFrom share: Double) {
    let end = now()
    let (heardLag, playedLag) = (
      lag(since: heardNanoseconds, end), lag(since: playedNanoseconds, end)
    )
    let period = statistics.periodNanoseconds
    let input = Int(Double(heardLag) / Double(period) + 1 - share)
    let output = Int(Double(playedLag) / Double(period) + 1 - share)
    for index in 0..<max(input, output) {
      if index < input { copyTake() }
      process(
        inputFrames: index < input ? periodFrames : 0,
        outputFrames: index < output ? periodFrames : 0, waitingFrames: rateHz)
    }
    heardNanoseconds = end - heardLag + input * period
    playedNanoseconds = end - playedLag + output * period
    inputFramesAtStart = statistics.inputFrames
    outputFramesAtStart = statistics.outputFrames
    isProven = false
    timing.restart()
  }

  @_noLocks private func lag(since nanoseconds: Int, _ end: Int) -> Int {
    let lag = end - nanoseconds
    return lag < max(Self.mostMadeUpNanoseconds, 4 * statistics.periodNanoseconds) ? lag : 0
  }

  /// Reports once that a period has gone through all present streams.
  @_noLocks mutating func proveStreams() {
    guard
      !isProven && statistics.inputFrames > inputFramesAtStart
        && statistics.outputFrames > outputFramesAtStart
    else { return }
    isProven = true
    _ = handover?.giveBack(.plays)
  }
}
