// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime
import Glibc
import Realtime
import Synchronization

/// What the audio thread works on, and its main function.
///
/// Everything here is allocated before the thread starts and freed after it has ended.
struct LoopState: ~Copyable {
  /// What came of one turn of the loop.
  enum Turn: BitwiseCopyable {
    /// At least a period was served.
    case served
    /// There was nothing to do; it was waited for.
    case idle
    /// A stream failed; `code` is ALSA's error.
    case failed(StreamDirection, code: Int)
  }

  /// How the thread ended.
  enum End: BitwiseCopyable {
    case stopped
    case finished
    case lost(StreamDirection, code: Int)
  }

  /// A device that gives no period for this long is lost.
  static var watchdogNanoseconds: Int { @_noLocks get { 150_000_000 } }
  /// Longest sleep, so that a wish to stop and a silent device are noticed.
  static var waitMilliseconds: Int32 { @_noLocks get { 25 } }
  /// Sound that a device takes in a row without our waiting for it, if it has no clock.
  static var mostBusyNanoseconds: Int { @_noLocks get { 250_000_000 } }
  /// Wake-ups without a period that are normal in a row.
  static var normalIdleTurns: Int { @_noLocks get { 16 } }

  let capture: StreamSide?
  let playback: StreamSide?
  let take: UnsafeMutableBufferPointer<Float>
  let takeIsLooped: Bool
  let hasTwoClocks: Bool
  let isLinked: Bool
  let rateHz: Int
  let periodFrames: Int
  let frameLimit: Int
  let handler: BlockHandler
  let timeline: UnsafeMutablePointer<Timeline>
  let mustStop: UnsafeMutablePointer<Atomic<Bool>>
  let isRunning: UnsafeMutablePointer<Atomic<Bool>>
  let publisher: SnapshotCell<LoopStatistics>.Publisher
  let input: UnsafeMutablePointer<Float>
  let output: UnsafeMutablePointer<Float>

  var statistics: LoopStatistics
  var captureClock: FrameClock
  var playbackClock: FrameClock
  /// The handler's frame counts when the streams started last.
  var inputFramesAtStart = 0
  var outputFramesAtStart = 0
  /// When the clock loop began, and at which frame.
  var clockStartNanoseconds = 0
  var clockStartFrame = 0
  var alignment = StreamAlignment()
  /// Periods of input still to be left out; below 0, of silence to be put in.
  var skippedPeriods = 0
  var lastServedNanoseconds = 0
  /// Time waited since the last period of either stream.
  var captureStarvedNanoseconds = 0
  var playbackStarvedNanoseconds = 0
  /// Pops since a period was served.
  var recoveries = 0
  var idleTurns = 0
  /// Periods served since the loop waited last.
  var busyTurns = 0
  var end = End.stopped

  /// The audio thread, from its first instruction to its last.
  @_noLocks mutating func run() {
    rt_flush_denormals()
    rt_prefault_stack()
    end = play()
    dropStreams()
    isRunning.pointee.store(false, ordering: .releasing)
  }

  @_noLocks private mutating func play() -> End {
    if let failure = startStreams() { return failure }
    while true {
      if mustStop.pointee.load(ordering: .relaxed) { return .stopped }
      if statistics.inputFrames >= frameLimit { return .finished }
      let before = now()
      switch hasTwoClocks ? turnTwoClocks() : turnOneClock() {
      case .served:
        noteServed()
      case .idle:
        if let silent = silentStream(waited: now() - before) {
          return .lost(silent, code: -Int(ETIMEDOUT))
        }
        restAfterIdleTurns()
      case .failed(let direction, let code):
        if let failure = recover(direction, code: code) { return failure }
      }
    }
  }

  /// The stream that has given no period for too long; nil where there is none. Only waiting counts:
  /// a process that was suspended has lost no device.
  @_noLocks private mutating func silentStream(waited: Int) -> StreamDirection? {
    busyTurns = 0
    let counted = min(waited, Int(Self.waitMilliseconds) * 1_000_000)
    captureStarvedNanoseconds += counted
    playbackStarvedNanoseconds += counted
    let patience = max(Self.watchdogNanoseconds, 4 * statistics.periodNanoseconds)
    if capture != nil && captureStarvedNanoseconds > patience { return .capture }
    if playback != nil && playbackStarvedNanoseconds > patience { return .playback }
    return nil
  }

  /// A device whose poll does not sleep must not make a real-time thread spin.
  @_noLocks private mutating func restAfterIdleTurns() {
    idleTurns += 1
    if idleTurns > Self.normalIdleTurns {
      rt_sleep_until(Int64(now() + statistics.periodNanoseconds / 4))
    }
  }

  /// Nor may one that has no clock at all, as ALSA's null and file devices.
  @_noLocks private mutating func restAfterBusyTurns() {
    guard capture != nil || playback != nil else { return }
    busyTurns += 1
    if busyTurns * statistics.periodNanoseconds > Self.mostBusyNanoseconds {
      rt_sleep_until(Int64(now() + statistics.periodNanoseconds))
    }
  }

  @_noLocks private mutating func noteServed() {
    let served = now()
    if lastServedNanoseconds > 0 {
      statistics.longestGapNanoseconds = max(
        statistics.longestGapNanoseconds, served - lastServedNanoseconds)
    }
    lastServedNanoseconds = served
    idleTurns = 0
    recoveries = 0
    restAfterBusyTurns()
    publisher.publish(statistics)
  }

  @_noLocks func now() -> Int { Int(rt_now_nanoseconds()) }

  /// Calls the handler and counts its time and frames.
  @_noLocks mutating func process(inputFrames: Int, outputFrames: Int) {
    timeline.pointee.inputFrame = statistics.inputFrames
    timeline.pointee.outputFrame = statistics.outputFrames
    let before = now()
    rt_region_enter()
    rt_call_block(
      handler.function, handler.context, inputFrames > 0 ? UnsafePointer(input) : nil, inputFrames,
      outputFrames > 0 ? output : nil, outputFrames)
    rt_region_exit()
    let taken = now() - before
    statistics.blockCount += 1
    statistics.blockNanoseconds += taken
    statistics.worstBlockNanoseconds = max(statistics.worstBlockNanoseconds, taken)
    statistics.inputFrames += inputFrames
    statistics.outputFrames += outputFrames
    if inputFrames > 0 { captureStarvedNanoseconds = 0 }
    if outputFrames > 0 { playbackStarvedNanoseconds = 0 }
  }
}
