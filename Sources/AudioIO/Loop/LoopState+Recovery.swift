// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime
import CRealtimeALSA
import Glibc

/// Starting the streams, and starting them again after a pop or a suspend.
extension LoopState {
  /// How often to retry a device that refuses to start, 5 ms apart.
  static var startAttempts: Int { @_noLocks get { 30 } }

  /// Starts the streams; nil, or the failure.
  @_noLocks mutating func startStreams() -> Failure? {
    var direction = StreamDirection.playback
    var code = 0
    for _ in 0..<Self.startAttempts {
      dropStreams()
      (direction, code) = tryToStart()
      if code >= 0 {
        inputFramesAtStart = statistics.inputFrames
        outputFramesAtStart = statistics.outputFrames
        restartMapping()
        lookedSeconds = nil
        (captureStarvedNanoseconds, playbackStarvedNanoseconds) = (0, 0)
        alignment = StreamAlignment()
        skippedPeriods = 0
        layTimeline()
        startClock(at: now())
        return nil
      }
      if Self.isGone(code) || mustStop.pointee.load(ordering: .relaxed) { break }
      rt_sleep_until(Int64(now() + 5_000_000))
    }
    return Failure(direction: direction, code: code)
  }

  /// Counts the pop and starts the streams again. The handler's sounds continue. A device that
  /// fails again and again without a period in between is lost.
  @_noLocks mutating func recover(_ failure: Failure) -> Failure? {
    recoveries += 1
    if Self.isGone(failure.code) || recoveries > Self.startAttempts { return failure }
    countPop(failure.direction)
    publisher.publish(statistics)
    return startStreams()
  }

  /// The old mapping of the clocks does not apply to further frames.
  @_noLocks mutating func restartMapping() {
    mapping.restart(
      capturePeriodFrames: capture?.periodFrames ?? periodFrames,
      inputFrames: statistics.inputFrames, outputFrames: statistics.outputFrames,
      seconds: 1e-9 * Double(now()))
  }

  /// From now on, new output answers new input; on two clocks, until both have ticked.
  @_noLocks func layTimeline() {
    timeline.pointee.ratio = 1
    timeline.pointee.offsetFrames = Double(statistics.outputFrames - statistics.inputFrames)
    guard isWhole else { return }
    let pair = StreamPair(capture: capture, playback: playback, isLinked: isLinked)
    timeline.pointee.laterFrames =
      pair.delayFrames(hasTwoClocks: hasTwoClocks) - firstDelayFrames
  }

  /// Stops both streams at once; the contents of their buffers are lost.
  @_noLocks func dropStreams() {
    if let capture { _ = rt_pcm_drop(capture.pcm) }
    if let playback { _ = rt_pcm_drop(playback.pcm) }
  }

  /// Prepares both streams, fills playback with silence and starts them.
  @_noLocks private func tryToStart() -> (direction: StreamDirection, code: Int) {
    if let capture {
      let code = rt_pcm_prepare(capture.pcm)
      if code < 0 { return (.capture, Int(code)) }
    }
    if let playback {
      let code = rt_pcm_prepare(playback.pcm)
      if code < 0 { return (.playback, Int(code)) }
      for sample in 0..<2 * playback.periodFrames { output[sample] = 0 }
      for _ in 0..<playback.filledFrames / playback.periodFrames {
        let code = playback.write(output)
        if code < 0 { return (.playback, code) }
      }
    }
    if let capture {
      let code = rt_pcm_start(capture.pcm)
      if code < 0 { return (.capture, Int(code)) }
    }
    // A linked stream has started with the other.
    if let playback, !isLinked || !rt_pcm_is_running(playback.pcm) {
      let code = rt_pcm_start(playback.pcm)
      if code < 0 { return (.playback, Int(code)) }
    }
    return (.playback, 0)
  }

  /// ALSA's error means that the device is gone, not a pop.
  @_noLocks static func isGone(_ code: Int) -> Bool {
    code == -Int(ENODEV) || code == -Int(ENOENT) || code == -Int(ENXIO) || code == -Int(EBADF)
  }
}
