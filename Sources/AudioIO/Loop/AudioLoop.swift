// SPDX-License-Identifier: GPL-3.0-or-later
import CALSA
import Glibc
import Realtime
import Synchronization

/// Sound in, a block function, sound out: the one loop that plays, whatever stands at its ends.
///
/// Opening settles rate and period, so that the instrument can be built for them; starting runs
/// a ``BlockHandler`` on a real-time thread. On one clock the output is exactly ``delayFrames`` behind the
/// input. After a pop both streams start again at that distance.
///
/// ```swift
/// let loop = try AudioLoop(input: .capture(device: "default"), output: .playback(device: "default"))
/// try loop.start(handler)
/// let ending = loop.wait()
/// ```
///
/// One thread opens, starts, reads ``statistics()`` and waits; ``stop()`` may come from any.
public final class AudioLoop: @unchecked Sendable {
  /// Sample rate of both sides, in hertz.
  public let rateHz: Int
  /// Frames of the blocks that the handler gets, at most; on one clock of every block.
  public let periodFrames: Int
  /// Frames from a sample's entering the input device to that of its answer's leaving the output device
  /// at the earliest, without what converters add. 0 where there is no output device.
  public let delayFrames: Int
  /// What was asked and given, for each device in use.
  public let reports: [StreamReport]
  /// Capture and playback run on different clocks; see ``Timeline``.
  public let hasTwoClocks: Bool
  /// The kernel starts both streams in the same instant.
  public let isLinked: Bool
  /// ALSA's number of the card that is heard; nil where there is none, or a plug-in does not say.
  public var captureCard: Int? { captureStream?.card }
  /// Where the handler stands; for the handler to read, on the audio thread.
  public let timeline: UnsafePointer<Timeline>
  /// What the system granted the audio thread; nil before it was started.
  public private(set) var grant: RealtimeGrant?

  private let captureStream: PCMStream?
  private let playbackStream: PCMStream?
  private let snapshots: SnapshotCell<LoopStatistics>
  private let memory: LoopMemory
  private var thread: RealtimeThread?
  private var owner: AnyObject?
  private var state: UnsafeMutablePointer<LoopState>?

  /// Opens the devices at the ends of the loop.
  public init(
    input: AudioInput, output: AudioOutput, settings: StreamSettings = StreamSettings()
  ) throws(DeviceError) {
    let streams = try LoopStreams(input: input, output: output, settings: settings)
    captureStream = streams.capture
    playbackStream = streams.playback
    rateHz = streams.rateHz
    periodFrames = streams.periodFrames
    hasTwoClocks = streams.hasTwoClocks
    isLinked = streams.isLinked
    reports = [streams.capture, streams.playback].compactMap { $0?.report }
    delayFrames = streams.delayFrames
    let period = Int(1e9 * Double(streams.periodFrames) / Double(streams.rateHz))
    snapshots = SnapshotCell(LoopStatistics(periodNanoseconds: period))
    var channel = 0
    if case .channel(let number) = settings.inputChannels { channel = number }
    memory = LoopMemory(input: input, streams: streams, channel: channel)
    timeline = UnsafePointer(memory.timeline)
  }

  deinit {
    stop()
    _ = wait()
    state?.deinitialize(count: 1)
    state?.deallocate()
    memory.deallocate()
  }

  /// Runs `handler` on a thread of its own until ``stop()``, or for `frameLimit` input frames (rounded up
  /// to whole periods). A loop starts once.
  ///
  /// - Parameter owner: Of the handler's context; kept alive until the thread has ended, whatever way it ends.
  public func start(
    _ handler: BlockHandler, keeping owner: AnyObject? = nil, frameLimit: Int? = nil
  ) throws(DeviceError) {
    precondition(state == nil, "a loop starts once")
    self.owner = owner
    let state = UnsafeMutablePointer<LoopState>.allocate(capacity: 1)
    state.initialize(
      to: LoopState(
        capture: memory.capture, playback: memory.playback, take: memory.take,
        takeIsLooped: memory.takeIsLooped, hasTwoClocks: hasTwoClocks, isLinked: isLinked,
        rateHz: rateHz, periodFrames: periodFrames, frameLimit: frameLimit ?? .max,
        handler: handler, timeline: memory.timeline, mustStop: memory.mustStop,
        isRunning: memory.isRunning, publisher: snapshots.publisher, input: memory.input,
        output: memory.output, statistics: snapshots.reader.read(),
        captureClock: FrameClock(rateHz: Double(rateHz)),
        playbackClock: FrameClock(rateHz: Double(rateHz))))
    self.state = state
    memory.isRunning.pointee.store(true, ordering: .releasing)
    let thread = RealtimeThread(
      name: "flam-audio",
      main: { context in
        context?.assumingMemoryBound(to: LoopState.self).pointee.run()
        return nil
      }, context: state)
    guard let thread else {
      memory.isRunning.pointee.store(false, ordering: .releasing)
      throw DeviceError(
        kind: .notPermitted, operation: "start the audio thread for",
        device: reports.first?.device ?? "clock", reason: "the system starts no more threads",
        advice: "end other programs, or raise 'ulimit -u'")
    }
    grant = thread.grant
    self.thread = consume thread
  }

  /// Asks the loop to end; it does so within a tenth of a second.
  public func stop() { memory.mustStop.pointee.store(true, ordering: .releasing) }

  /// The audio thread is at work.
  public var isRunning: Bool { memory.isRunning.pointee.load(ordering: .acquiring) }

  /// How the loop is doing, as of the last period.
  public func statistics() -> LoopStatistics { snapshots.reader.read() }

  /// Waits until the loop has ended and says why. Asked again, it gives the same answer.
  public func wait() -> LoopEnding {
    if let thread = thread.take() { thread.join() }
    guard let state else { return .stopped }
    switch state.pointee.end {
    case .stopped: return .stopped
    case .finished: return .finished
    case .lost(let direction, let code): return .lost(loss(of: direction, code: Int32(code)))
    }
  }

  private func loss(of direction: StreamDirection, code: Int32) -> DeviceError {
    let stream = direction == .capture ? captureStream : playbackStream
    return DeviceError(
      kind: .lost, operation: "go on with the \(direction.rawValue) device",
      device: stream?.device ?? "", code: code,
      reason: code == -ETIMEDOUT
        ? "it has stopped answering" : "it has gone (\(alsaMessage(code)))",
      advice: "plug it in again, or start its sound server again, then play again")
  }
}
