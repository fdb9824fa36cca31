// SPDX-License-Identifier: GPL-3.0-or-later
import CALSA
import Glibc
import Realtime
import Synchronization

/// Sound in, a block function, sound out: the loop for all inputs and outputs.
///
/// Opening settles rate and period, so that the instrument can be built for them; starting runs a
/// ``BlockHandler`` on a real-time thread. On one clock the output is exactly ``delayFrames``
/// behind the input. After a pop both streams start again at that distance.
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
  /// The largest block of the handler, in frames; on one clock every block has this size.
  /// ``changePeriod(to:)`` changes it.
  public var periodFrames: Int { keeper.shown.withLock { $0.periodFrames } }
  /// The delay from a sample entering the input device to its answer leaving the output device, in
  /// frames, at the earliest and without converters. 0 without an output device.
  public var delayFrames: Int { keeper.shown.withLock { $0.delayFrames } }
  /// The part of it that is margin for late wake-ups on two clocks.
  public var marginFrames: Int { keeper.shown.withLock { $0.marginFrames } }
  /// The wanted and the given settings of each device.
  public let reports: [StreamReport]
  /// Capture and playback run on different clocks; see ``Timeline``.
  public let hasTwoClocks: Bool
  /// The kernel starts both streams in the same instant.
  public let isLinked: Bool
  /// ALSA's number of the input card; nil if there is none, or if a plug-in does not report it.
  public let captureCard: Int?
  /// The handler's position; for the handler, on the audio thread.
  public let timeline: UnsafePointer<Timeline>
  /// The system's grant to the audio thread; nil before the start.
  public private(set) var grant: RealtimeGrant?

  /// The channels of the capture device that are heard.
  public let inputChannels: InputChannels
  /// There are two microphones.
  public var hearsTwo: Bool { memory.second != nil }

  private let keeper: StreamKeeper
  private let snapshots: SnapshotCell<LoopStatistics>
  /// Room for a third of a second at the fastest: blocks of 16 frames at 192 kHz on two clocks.
  private let timings = SPSCRing<BlockTiming>(minimumCapacity: 8192)
  private let pops = SPSCRing<Xrun>(minimumCapacity: 256)
  private let memory: LoopMemory
  private var thread: RealtimeThread?
  private var owner: AnyObject?
  private var state: UnsafeMutablePointer<LoopState>?

  /// Opens the devices at the ends of the loop.
  public init(
    input: AudioInput, output: AudioOutput, settings: StreamSettings = StreamSettings()
  ) throws(DeviceError) {
    let streams = try LoopStreams(input: input, output: output, settings: settings)
    keeper = StreamKeeper(streams)
    captureCard = streams.streams.first { $0.direction == .capture }?.card
    inputChannels = settings.inputChannels
    rateHz = streams.rateHz
    hasTwoClocks = streams.hasTwoClocks
    isLinked = streams.isLinked
    reports = streams.streams.map(\.report)
    let period = Int(1e9 * Double(streams.periodFrames) / Double(streams.rateHz))
    snapshots = SnapshotCell(LoopStatistics(periodNanoseconds: period))
    memory = LoopMemory(input: input, streams: streams)
    timeline = UnsafePointer(memory.timeline)
  }

  deinit {
    stop()
    _ = wait()
    keeper.end()
    state?.deinitialize(count: 1)
    state?.deallocate()
    memory.deallocate()
  }

  /// Runs `handler` on a thread of its own until ``stop()``, or for `frameLimit` input frames
  /// (rounded up to whole periods). A loop starts once.
  ///
  /// - Parameters:
  ///   - owner: The owner of the handler's context; kept alive until the thread has ended in any
  ///     way.
  ///   - survivesLoss: The loop continues if a device is lost. The handler is still called in time,
  ///     with silence for the lost input, and the device is reopened with its old settings when it
  ///     returns. ``newEvents()`` reports it.
  public func start(
    _ handler: BlockHandler, keeping owner: AnyObject? = nil, frameLimit: Int? = nil,
    survivesLoss: Bool = false
  ) throws(DeviceError) {
    precondition(state == nil, "a loop starts once")
    guard !survivesLoss || keeper.start() else { throw noThread("watch") }
    guard memory.take?.start() ?? true else { throw noThread("read the take for") }
    self.owner = owner
    let state = UnsafeMutablePointer<LoopState>.allocate(capacity: 1)
    state.initialize(
      to: LoopState(
        capture: memory.streams.capture, playback: memory.streams.playback,
        take: memory.take?.audioSide,
        hasCapture: memory.streams.capture != nil,
        hasPlayback: memory.streams.playback != nil, hasTwoClocks: hasTwoClocks, isLinked: isLinked,
        rateHz: rateHz, periodFrames: periodFrames, firstDelayFrames: delayFrames,
        frameLimit: frameLimit ?? .max,
        handover: survivesLoss ? keeper.handover.audioSide : nil, handler: handler,
        timeline: memory.timeline, mustStop: memory.mustStop,
        isRunning: memory.isRunning, publisher: snapshots.publisher, input: memory.input,
        second: memory.second, output: memory.output, statistics: snapshots.reader.read(),
        timing: LoopTiming(
          of: memory.streams, periodFrames: periodFrames, rateHz: rateHz,
          timings: timings.producer, pops: pops.producer),
        mapping: ClockMapping(rateHz: rateHz)))
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
      throw noThread("start the audio thread for")
    }
    grant = thread.grant
    self.thread = consume thread
  }

  private func noThread(_ operation: String) -> DeviceError {
    DeviceError(
      kind: .notPermitted, operation: operation, device: reports.first?.device ?? "clock",
      reason: "the system starts no more threads",
      advice: "end other programs, or raise 'ulimit -u'")
  }

  /// Asks the loop to end, which takes at most a tenth of a second.
  public func stop() { memory.mustStop.pointee.store(true, ordering: .releasing) }

  /// The audio thread is working.
  public var isRunning: Bool { memory.isRunning.pointee.load(ordering: .acquiring) }

  /// The loop's figures up to the last period.
  public func statistics() -> LoopStatistics { snapshots.reader.read() }

  /// The events of devices since the last call, if the loop survives their loss.
  public func newEvents() -> [DeviceEvent] { keeper.newEvents() }

  /// Reopens the devices with another period while the loop continues, if it survives their loss;
  /// an event reports the result.
  public func changePeriod(to frames: Int) {
    precondition(
      frames <= StreamSettings.devicePeriodsFrames.upperBound && frames > 0, "no period is as long")
    keeper.changePeriod(to: frames)
  }

  /// The pops since the last call.
  public func newXruns() -> [Xrun] {
    var new: [Xrun] = []
    while let pop = pops.consumer.pop() { new.append(pop) }
    return new
  }

  /// The timing of the next block; nil if there are no more. Ask until nil some twenty times a
  /// second.
  public func nextTiming() -> BlockTiming? { timings.consumer.pop() }

  /// How late the thread may wake up and finish before a pop, in nanoseconds.
  public var slackNanoseconds: Int {
    Int(1e9 * Double(keeper.shown.withLock { $0.slackFrames }) / Double(rateHz))
  }

  /// Waits until the loop has ended and its devices are closed; returns why. Further calls return
  /// the same.
  public func wait() -> LoopEnding {
    if let thread = thread.take() {
      thread.join()
      keeper.end()
    }
    guard let state else { return .stopped }
    switch state.pointee.end {
    case .stopped: return .stopped
    case .finished: return .finished
    case .lost(let direction, let code): return .lost(keeper.loss(of: direction, code: code))
    }
  }
}
