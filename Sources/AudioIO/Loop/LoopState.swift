// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime
import Glibc
import Realtime
import Synchronization

/// The audio thread's state and its main function.
///
/// Everything here is allocated before the thread starts and freed after it has ended.
struct LoopState: ~Copyable {
  /// The result of one step of the loop.
  enum Step: BitwiseCopyable {
    /// At least a period was served.
    case served
    /// There was nothing to do; it waited.
    case idle
    case failed(Failure)
  }

  /// A stream failed; `code` is ALSA's error.
  struct Failure: BitwiseCopyable {
    let direction: StreamDirection
    let code: Int

    @_noLocks init(direction: StreamDirection, code: Int) {
      self.direction = direction
      self.code = code
    }
  }

  /// How the thread ended.
  enum End: BitwiseCopyable {
    case stopped
    case finished
    case lost(StreamDirection, code: Int)
  }

  /// A device without a period for this long is lost.
  static var watchdogNanoseconds: Int { @_noLocks get { 150_000_000 } }
  /// The longest sleep, so that a stop and a silent device are noticed.
  static var waitMilliseconds: Int32 { @_noLocks get { 25 } }
  /// The longest stretch of sound that a device accepts without our waiting, if it has no clock.
  static var mostBusyNanoseconds: Int { @_noLocks get { 250_000_000 } }
  /// The usual number of consecutive wake-ups without a period.
  static var normalIdleSteps: Int { @_noLocks get { 16 } }

  /// The present streams.
  var capture: StreamSide?
  var playback: StreamSide?
  /// The take in place of a device; nil without one.
  var take: TakeStream.AudioSide?
  /// The loop has this side; its stream may be away.
  let hasCapture: Bool
  let hasPlayback: Bool
  let hasTwoClocks: Bool
  var isLinked: Bool
  let rateHz: Int
  /// The frames of a period on one clock.
  var periodFrames: Int
  /// The delay at the start of the loop, in frames.
  let firstDelayFrames: Int
  let frameLimit: Int
  /// The source and target of streams; nil if losing one ends the loop.
  let handover: StreamHandover.AudioSide?
  let handler: BlockHandler
  let timeline: UnsafeMutablePointer<Timeline>
  let mustStop: UnsafeMutablePointer<Atomic<Bool>>
  let isRunning: UnsafeMutablePointer<Atomic<Bool>>
  let publisher: SnapshotCell<LoopStatistics>.Publisher
  let input: UnsafeMutablePointer<Float>
  /// The second microphone; nil without one.
  let second: UnsafeMutablePointer<Float>?
  let output: UnsafeMutablePointer<Float>

  /// No stream is away.
  var isWhole = true
  /// A period has gone through all present streams since their number last changed.
  var isProven = true
  var statistics: LoopStatistics
  var timing: LoopTiming
  var mapping: ClockMapping
  /// Just before the last look at the streams, if the thread did not sleep since.
  var lookedSeconds: Double?
  /// The last look at the streams on one clock.
  var lookedNanoseconds = 0
  /// The handler's frame counts when the streams last started.
  var inputFramesAtStart = 0
  var outputFramesAtStart = 0
  /// When the clock loop began, and at which frame.
  var clockStartNanoseconds = 0
  var clockStartFrame = 0
  var alignment = StreamAlignment()
  /// Periods of input still to skip; below 0, of silence to insert.
  var skippedPeriods = 0
  /// When input and output had come as far as the handler has heard and played.
  var heardNanoseconds = 0
  var playedNanoseconds = 0
  /// The time waited since the last period of either stream.
  var captureStarvedNanoseconds = 0
  var playbackStarvedNanoseconds = 0
  /// Pops since a period was served.
  var recoveries = 0
  /// Frames heard since a device came back.
  var fadedInFrames = Int.max / 2
  var idleSteps = 0
  /// Periods served since the loop last waited.
  var busySteps = 0
  var end = End.stopped

  /// The audio thread, from its first instruction to its last.
  @_noLocks mutating func run() {
    rt_flush_denormals()
    rt_prefault_stack()
    end = play()
    isRunning.pointee.store(false, ordering: .releasing)
  }

  @_noLocks private mutating func play() -> End {
    if let failure = startStreams() { return .lost(failure.direction, code: failure.code) }
    (heardNanoseconds, playedNanoseconds) = (now(), now())
    while true {
      if mustStop.pointee.load(ordering: .relaxed) { return .stopped }
      if statistics.inputFrames >= frameLimit { return .finished }
      if let end = obeyOrders() ?? step() { return end }
    }
  }

  /// Serves a period, or waits for it; returns how the loop ends if it cannot continue.
  @_noLocks private mutating func step() -> End? {
    let before = now()
    switch hasTwoClocks && isWhole ? stepTwoClocks() : stepOneClock() {
    case .served:
      markServed()
    case .idle:
      restAfterIdleSteps()
      if let silent = silentStream(waited: now() - before) {
        return lose(Failure(direction: silent, code: -Int(ETIMEDOUT)))
      }
    case .failed(let failure):
      if let lasting = recover(failure) { return lose(lasting) }
    }
    return nil
  }

  @_noLocks private mutating func markServed() {
    timing.markServed()
    idleSteps = 0
    recoveries = 0
    // Anyone who learns that streams play can see their figures.
    publisher.publish(statistics)
    proveStreams()
    restAfterBusySteps()
  }

  @_noLocks func now() -> Int { Int(rt_now_nanoseconds()) }

  /// Counts a pop and passes on its cause.
  @_noLocks mutating func countPop(_ side: StreamDirection) {
    var isPlayback = false
    switch side {
    case .capture: statistics.capturePops += 1
    case .playback:
      statistics.playbackPops += 1
      isPlayback = true
    }
    let isReported = timing.pop(
      isPlayback: isPlayback, number: statistics.pops, frame: statistics.inputFrames, now: now())
    if !isReported { statistics.unreportedPops += 1 }
  }

  /// Calls the handler and counts its time and frames; `waitingFrames` are at the device, these included.
  @_noLocks mutating func process(inputFrames: Int, outputFrames: Int, waitingFrames: Int) {
    timeline.pointee.inputFrame = statistics.inputFrames
    timeline.pointee.outputFrame = statistics.outputFrames
    mapping.writeTime(&timeline.pointee)
    if inputFrames > 0 { fadeIn(frameCount: inputFrames) }
    let before = now()
    timing.begin(
      now: before, worked: Int(rt_thread_nanoseconds()), hasInput: inputFrames > 0,
      waitingNanoseconds: waitingFrames * 1_000_000_000 / rateHz)
    rt_region_enter()
    rt_call_block(
      handler.function, handler.context, inputFrames > 0 ? UnsafePointer(input) : nil,
      inputFrames > 0 ? second.map { UnsafePointer($0) } : nil, inputFrames,
      outputFrames > 0 ? output : nil, outputFrames)
    rt_region_exit()
    let (taken, isReported) = timing.finish(now: now(), worked: Int(rt_thread_nanoseconds()))
    if !isReported { statistics.unreportedBlocks += 1 }
    statistics.blockCount += 1
    statistics.blockNanoseconds += taken
    statistics.worstBlockNanoseconds = max(statistics.worstBlockNanoseconds, taken)
    statistics.inputFrames += inputFrames
    statistics.outputFrames += outputFrames
    if inputFrames > 0 { (captureStarvedNanoseconds, heardNanoseconds) = (0, before) }
    if outputFrames > 0 { (playbackStarvedNanoseconds, playedNanoseconds) = (0, before) }
  }
}
