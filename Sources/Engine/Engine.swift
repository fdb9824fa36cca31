// SPDX-License-Identifier: GPL-3.0-or-later
import AudioIO
import Instrument
import Latency
import Looping
import Profiles
import Realtime
import Recording
import Synchronization

/// Flam without a user interface: opens devices, hears, plays and records. Commands go in
/// (``perform(_:)``), events come out (``events``).
///
/// ```swift
/// let engine = try Engine(setup)
/// let subscription = engine.events.subscribe()
/// try engine.start()
/// try engine.perform(.kit(EngineCommand.Kit(name: "GMRockKit")))
/// ```
///
/// Any thread may call it; only ``stop()`` waits for the audio thread.
public final class Engine: Sendable {
  /// Publishes events, and the current state.
  public let events: EventHub
  /// The drums can be heard; otherwise they should be recorded.
  public let isAudible: Bool
  let control: Locked<EngineControl>
  private let dispatcher: EventDispatcher
  private let turns: HousekeepingThread
  /// May be asked and ended while the control is busy.
  let loop: AudioLoop
  let analyser: OutputAnalyser
  /// The backing is recorded too.
  let recordsBacking: Bool
  /// Nil while no board plays.
  let triggerSetter = Mutex<EngineCommand.TriggerSetter?>(nil)
  /// Nil while no score plays.
  let scoreTaker = Mutex<(@Sendable (ScoreRequest) -> Void)?>(nil)

  /// After this time a note has usually been played, and is reported.
  private static let noteNanoseconds: Int64 = 4_000_000

  /// Opens the devices and loads the kit, ready to start.
  ///
  /// - Parameter events: Publishes events from now on; its subscribers may already listen.
  public init(_ setup: EngineSetup, events: EventHub = EventHub()) throws {
    self.events = events
    let made = try EngineControl(setup, events)
    isAudible = made.isAudible
    dispatcher = made.dispatcher
    control = Locked(made)
    loop = made.live.loop
    analyser = made.live.analyser
    recordsBacking = setup.backing?.isRecorded ?? true
    turns = HousekeepingThread()
  }

  deinit {
    turns.stop()
    dispatcher.stop()
  }

  /// Starts hearing and playing, with the sweep first if one was asked for. Once.
  ///
  /// - Parameter countIn: Played before, mono at the rate of the devices, nominally -1...1. Nothing
  ///   is heard or recorded meanwhile; playing begins with the next block.
  public func start(after countIn: [Float] = []) throws {
    try control.withLock { control in try control.start(after: countIn) }
    turns.start { [control] in
      control.withLock { control in
        control.turn()
        return control.live.loop.isRunning ? control.nanosecondsToNext ?? .max : nil
      }
    }
  }

  /// Carries a command out, or says why that is not possible; returns a note's identity, nil for
  /// other commands.
  ///
  /// - Parameter caller: Who sends it, for a fair share of what is limited.
  @discardableResult
  public func perform(
    _ command: EngineCommand, from caller: CommandCaller = .here
  ) throws(EngineError) -> HitIdentity? {
    try command.body.carryOut(by: self, atFrame: nil, from: CommandOrigin(caller))
  }

  /// Undoes the last change, and returns it. See ``EngineCommand/undo``.
  @discardableResult
  public func undo() throws(EngineError) -> UndoneChange {
    guard let step = control.withLock({ $0.changes.takeLast() }) else {
      throw EngineError(
        "undo a change", reason: "there is nothing left to undo",
        advice: state.loop == nil
          ? "go on, or set by hand what you want"
          : "go on; what was looped has an undo of its own, the loop's")
    }
    if let obstacle = takeBack(step.inverse) { throw obstacle }
    return UndoneChange(command: step.command, text: step.text)
  }

  /// Carries a command out on an output frame of the next ten seconds, or says why that is not
  /// possible. ``EngineEvent/failed(_:)`` reports a command that has become impossible when its
  /// frame comes. A past frame means at once.
  ///
  /// - Changes of the mix, the tempo and the backing take place on that frame. Such changes without
  ///   a frame come with it if it is less than 0.12 s and a period ahead. A track begins 5 ms after
  ///   its frame if another one plays, which fades first.
  /// - A profile and other changes of hearing apply to input heard while that frame is made, to
  ///   within a block. Such changes without a frame come with it if it is less than 0.5 s and a
  ///   period ahead.
  /// - A kit is loaded at once, and takes over at the beginning of one of the first blocks after
  ///   that frame, or as soon as its first sounds are there.
  /// - Recordings and sessions begin and end with one of the first blocks after that frame. The
  ///   files of a session are made at once.
  /// - All others take no frame: a period, because devices are reopened for it; loading a track, a
  ///   sweep, and the end.
  public func perform(
    _ command: EngineCommand, atFrame frame: Int, from caller: CommandCaller = .here
  ) throws(EngineError) {
    try command.checkTakesFrame(frame)
    _ = try command.body.carryOut(by: self, atFrame: frame, from: CommandOrigin(caller))
  }

  /// Carries a command out, on its frame if it has one.
  public func perform(_ scheduled: ScheduledCommand) throws(EngineError) {
    if let frame = scheduled.frame {
      try perform(scheduled.command, atFrame: frame)
    } else {
      try perform(scheduled.command)
    }
  }

  /// Carries a command out through the control, or lets it wait for its frame. Its needs are
  /// prepared outside the lock.
  func carryOut(
    _ body: some ControlCommand, atFrame frame: Int?, from origin: CommandOrigin?
  ) throws(EngineError) {
    let command = body.command
    // What undoes a change comes through: there are no more of these than of changes.
    if let caller = origin?.caller {
      try control.withLock { control throws(EngineError) in
        try control.count(body, from: caller)
      }
    }
    let prepared = try body.prepare(by: self)
    do throws(EngineError) {
      guard let frame else {
        return try control.withLock { control throws(EngineError) in
          let before = state
          try control.perform(command, prepared)
          if let origin { control.changes.note(command, in: before, of: origin.group) }
        }
      }
      let nanoseconds = try control.withLock { control throws(EngineError) in
        try control.schedule(command, atFrame: frame, prepared)
        return control.nanosecondsToNext
      }
      if let nanoseconds { turns.hasten(nanoseconds: nanoseconds) }
    } catch {
      prepared.discard()
      throw error
    }
  }

  /// Makes the control report a note as soon as it has been played.
  func publishNoteSoon() { turns.hasten(nanoseconds: Self.noteNanoseconds) }

  /// The current state.
  public var state: EngineState { events.state }

  /// The output frame of a note that answers an outside event at a given time. The delay is the
  /// same for all times, ``portDelays``, so that a player feels one delay. Nil if frames have no
  /// time yet, or a sweep is played.
  ///
  /// - Parameter seconds: By the monotonic clock of the system.
  public func frame(answeringSeconds seconds: Double) -> Int? {
    control.withLock { $0.frame(answeringSeconds: seconds) }
  }

  /// Publishes the state of a port, given by the code that serves it.
  public func publish(_ port: EngineEvent.Port) { events.publish(.port(port)) }

  /// When an output frame leaves the device, by the monotonic clock of the system; nil if that is
  /// not known.
  public func seconds(leavingAt frame: Int) -> Double? {
    control.withLock { $0.seconds(leavingAt: frame) }
  }

  /// It plays: it was not asked to end, and has not reached its end.
  public var isRunning: Bool { loop.isRunning }

  /// A sweep is played; hits are not heard yet.
  public var isSweeping: Bool { control.withLock { $0.isSweeping } }

  /// Ends the playing at once, and says why it ended. Waits for the audio thread but for no disk.
  /// Called again, it returns the same.
  @discardableResult public func stop() -> LoopEnding {
    loop.stop()
    turns.stop()
    return control.withLock { $0.stop() }
  }

  /// Closes the recordings, complete, and writes the loop of the session; ends the playing if it has not ended. This may take
  /// as long as the disk does.
  public func finish() {
    stop()
    let recorders = self.recorders
    for recorder in recorders { recorder.finish() }
    let loops = control.withLock { control in
      control.saveSessionLoop()
      return control.loopJobs
    }
    for loop in loops { loop.wait() }
  }

  /// Reports everything still unreported, closes all files, and returns the outcome. Once, after
  /// ``finish()``.
  ///
  /// - Parameter waiting: Runs work that takes as long as the disk does. If it gives up and throws,
  ///   sessions still open are reported with that error.
  public func report(
    waiting: (_ body: @escaping @Sendable () -> Void) throws -> Void = { $0() }
  ) -> EngineReport {
    stop()
    dispatcher.stop()
    let closings = control.withLock { control in
      control.turn()
      return control.live.journals?.endedJournals(control.outcome) ?? []
    }
    do {
      try waiting { for closing in closings { closing.close() } }
    } catch {
      // These are no longer waited for.
      for closing in closings { closing.abandon(error) }
    }
    return control.withLock { $0.report() }
  }

  /// Removes files that were begun, if nothing was played.
  public func discard() { control.withLock { $0.live.journals?.journal?.discard() } }

  /// Reports waiting hits at once.
  public func deliver() { dispatcher.deliver() }

  /// Notes of instruments can be played.
  public var hasInstruments: Bool { control.withLock { $0.instruments != nil } }

  /// The looper, for a playing that begins again: see ``EngineSetup/loop``.
  public var looper: Looper { control.withLock { $0.loops.feed.looper } }

  /// Its recordings.
  public var recorders: [Recorder] { control.withLock { $0.recorders } }

  /// Meters and counts as of the last block.
  public var snapshot: Snapshot { control.withLock { $0.live.performance.snapshot } }

  /// The capture device's channels that are heard, and how loud each channel was.
  public var inputChannels: (heard: InputChannels, peaks: ChannelPeaks) {
    (loop.inputChannels, loop.statistics().channelPeaks)
  }

  /// What the certainty means for the profile.
  public var certaintyMeaning: CertaintyMeaning {
    control.withLock { $0.live.performance.certaintyMeaning }
  }

  /// The system's grant to the audio thread; nil before it was started.
  public var grant: RealtimeGrant? { control.withLock { $0.live.loop.grant } }

  /// The expected delay from tap to drum, and its parts.
  public var expectedDelay: ExpectedDelay { control.withLock { $0.budget.expected } }

  /// The delay of the last `count` hits from tap to drum, and its parts; nil if none of them
  /// sounded.
  public func delayReport(lastHits count: Int) -> LatencyReport? {
    control.withLock { $0.budget.report($0.hits.suffix(count)) }
  }

  /// The time that a block may take, in nanoseconds.
  public var periodNanoseconds: Int {
    control.withLock { $0.live.loop.statistics().periodNanoseconds }
  }

  /// What was heard last, also what is not answered, in the order of their onsets.
  public func lastHeard(_ count: Int) -> [HitLine] {
    control.withLock { $0.hits.suffix(count) + $0.refusals }
      .sorted { $0.frame < $1.frame }.suffix(count)
  }

  /// The name or path of the profile in use; nil for the built-in guess.
  public var profileName: String? { control.withLock { $0.profiles.currentName } }

  /// What each profile learned while playing, if anything. Once playing has ended.
  public var learnedProfiles: [LearnedProfile] { control.withLock { $0.learnedProfiles } }
}
