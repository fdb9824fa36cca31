// SPDX-License-Identifier: GPL-3.0-or-later
import AudioIO
import Instrument
import Latency
import Profiles
import Realtime
import Recording
import Synchronization

/// Flam without a face: opens devices, hears, plays and records. A command in (``perform(_:)``), events out (``events``).
///
/// ```swift
/// let engine = try Engine(setup)
/// let news = engine.events.subscribe()
/// try engine.start()
/// try engine.perform(.kit(EngineCommand.Kit(name: "GMRockKit")))
/// ```
///
/// Any thread may ask anything of it; but for ``stop()``, none waits for the audio thread.
public final class Engine: Sendable {
  /// Tells what happens, and how everything stands.
  public let events: EventHub
  /// The drums can be heard; otherwise they should be recorded.
  public let isAudible: Bool
  let control: Locked<EngineControl>
  private let dispatcher: EventDispatcher
  private let turns: EngineTurns
  /// May be asked and ended while the control is busy.
  let loop: AudioLoop
  /// What is played along is part of what is recorded.
  let recordsBacking: Bool
  /// Nil while no board plays.
  let triggerSetter = Mutex<EngineCommand.TriggerSetter?>(nil)

  /// A note has become a drum by then, as a rule, and is told.
  private static let noteNanoseconds: Int64 = 4_000_000

  /// Opens the devices and loads the kit, ready to start.
  ///
  /// - Parameter events: Tells what happens from now on to those who listen already.
  public init(_ setup: EngineSetup, events: EventHub = EventHub()) throws {
    self.events = events
    let made = try EngineControl(setup, events)
    isAudible = made.isAudible
    dispatcher = made.dispatcher
    control = Locked(made)
    loop = made.live.loop
    recordsBacking = setup.backing?.isRecorded ?? true
    turns = EngineTurns()
  }

  deinit {
    turns.stop()
    dispatcher.stop()
  }

  /// Starts hearing and playing; where a sweep was asked for, with that. Once.
  ///
  /// - Parameter countIn: Is played before, mono at the rate of the devices, nominally -1...1. Nothing is heard or recorded
  ///   meanwhile, and the playing begins with the next block.
  public func start(after countIn: [Float] = []) throws {
    try control.withLock { control in try control.start(after: countIn) }
    turns.start { [control] in
      control.withLock { control in
        control.turn()
        return control.live.loop.isRunning ? control.nanosecondsToNext ?? .max : nil
      }
    }
  }

  /// Carries a command out, or says why it cannot be; a note's identity, nil for anything else.
  @discardableResult
  public func perform(_ command: EngineCommand) throws(EngineError) -> HitIdentity? {
    try command.body.carryOut(by: self, atFrame: nil, isUndoable: true)
  }

  /// Brings back what was before the last change; returns that change. See ``EngineCommand/undo``.
  @discardableResult
  public func undo() throws(EngineError) -> EngineCommand {
    guard let step = control.withLock({ $0.changes.takeLast() }) else {
      throw EngineError(
        "undo a change", reason: "none is left that can be undone",
        advice: "go on, or set by hand what you want")
    }
    for command in step.inverse {
      _ = try command.body.carryOut(by: self, atFrame: nil, isUndoable: false)
    }
    return step.command
  }

  /// Carries a command out on an output frame of the next ten seconds, or says why it cannot be; what has become impossible
  /// by then is told by ``EngineEvent/failed(_:)``. A frame that is past means at once.
  ///
  /// - Changes of the mix, of the tempo and of what is played along take place on that frame. Those that are asked for without
  ///   a frame while it is less than 0.12 s and a period ahead come with it. A track begins 5 ms after its frame where another
  ///   one is played, which fades first.
  /// - A profile and other changes of hearing hold for what is heard while that frame is made, to within a block. Those that
  ///   are asked for without a frame while it is less than 0.5 s and a period ahead come with it.
  /// - A kit is loaded at once, and takes over at the beginning of one of the first blocks after that frame, or as soon as its
  ///   first sounds are there.
  /// - Recordings and sessions begin and end with one of the first blocks after that frame. The files of a session are made at
  ///   once.
  /// - All else takes no frame: a period, since devices are opened anew for it; loading a track, a sweep, and the end.
  public func perform(_ command: EngineCommand, atFrame frame: Int) throws(EngineError) {
    try command.checkTakesFrame(frame)
    _ = try command.body.carryOut(by: self, atFrame: frame, isUndoable: false)
  }

  /// Carries a command out, on its frame where it has one.
  public func perform(_ scheduled: ScheduledCommand) throws(EngineError) {
    if let frame = scheduled.frame {
      try perform(scheduled.command, atFrame: frame)
    } else {
      try perform(scheduled.command)
    }
  }

  /// Has the control carry a command out, or let it wait for its frame. What it needs is made outside the lock.
  func carryOut(
    _ body: some ControlCommand, atFrame frame: Int?, isUndoable: Bool
  ) throws(EngineError) {
    let command = body.command
    let prepared = try body.prepare(by: self)
    do throws(EngineError) {
      guard let frame else {
        return try control.withLock { control throws(EngineError) in
          let before = state
          try control.perform(command, prepared)
          if isUndoable { control.changes.note(command, in: before) }
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

  /// Has the control tell a note as soon as it has become a drum.
  func tellNoteSoon() { turns.hasten(nanoseconds: Self.noteNanoseconds) }

  /// How everything stands.
  public var state: EngineState { events.state }

  /// The output frame of a note that answers what happened outside at a time: as long after it as for any other time, so that
  /// a player feels one delay, ``portDelays``. Nil if frames have no time yet, or a sweep is played.
  ///
  /// - Parameter seconds: By the monotonic clock of the system.
  public func frame(answeringSeconds seconds: Double) -> Int? {
    control.withLock { $0.frame(answeringSeconds: seconds) }
  }

  /// Tells how it stands with a port, which the one who serves it knows.
  public func tell(_ port: EngineEvent.Port) { events.publish(.port(port)) }

  /// When an output frame leaves the device, by the monotonic clock of the system; nil if that is not known.
  public func seconds(leavingAt frame: Int) -> Double? {
    control.withLock { $0.seconds(leavingAt: frame) }
  }

  /// It plays: neither asked to end, nor at the end of what it was started for.
  public var isRunning: Bool { loop.isRunning }

  /// A sweep is being played; nobody hears hits yet.
  public var isSweeping: Bool { control.withLock { $0.isSweeping } }

  /// Ends the playing at once, and waits for the audio thread but for no disk; says why it ended. Asked again, it gives the
  /// same answer.
  @discardableResult public func stop() -> LoopEnding {
    loop.stop()
    turns.stop()
    return control.withLock { $0.stop() }
  }

  /// Closes what is recorded, whole; ends the playing where it has not ended. That may take as long as the disk does.
  public func finish() {
    stop()
    let recorders = self.recorders
    for recorder in recorders { recorder.finish() }
  }

  /// Tells what still waits to be told, and closes what is kept: what came of it all. Once, after ``finish()``.
  ///
  /// - Parameter waiting: Runs what takes as long as the disk does. Where it gives up and throws, sessions that are not closed
  ///   by then are told with that error.
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
      // Nobody waits for those any longer.
      for closing in closings { closing.abandon(error) }
    }
    return control.withLock { $0.report() }
  }

  /// Takes away what was begun to be kept, where nothing was played.
  public func discard() { control.withLock { $0.live.journals?.journal?.discard() } }

  /// Tells hits at once that wait to be told.
  public func deliver() { dispatcher.deliver() }

  /// What records it.
  public var recorders: [Recorder] { control.withLock { $0.recorders } }

  /// Meters and counts as of the last block.
  public var snapshot: Snapshot { control.withLock { $0.live.performance.snapshot } }

  /// What its certainty means for the profile.
  public var certaintyMeaning: CertaintyMeaning {
    control.withLock { $0.live.performance.certaintyMeaning }
  }

  /// What the system granted the audio thread; nil before it was started.
  public var grant: RealtimeGrant? { control.withLock { $0.live.loop.grant } }

  /// What tap to drum is expected to take, and of what it is made.
  public var expectedDelay: ExpectedDelay { control.withLock { $0.budget.expected } }

  /// What the last so many hits took from tap to drum, and of what that was made; nil if none of them sounded.
  public func delayReport(lastHits count: Int) -> LatencyReport? {
    control.withLock { $0.budget.report($0.hits.suffix(count)) }
  }

  /// What a block may take, in nanoseconds.
  public var periodNanoseconds: Int {
    control.withLock { $0.live.loop.statistics().periodNanoseconds }
  }

  /// The last hits that were settled, the latest last; their frames are those of the input.
  public func lastHits(_ count: Int) -> [HitLine] { control.withLock { $0.hits.suffix(count) } }

  /// The name or path of the profile that is played with; nil for the built-in guess.
  public var profileName: String? { control.withLock { $0.profiles.currentName } }

  /// What was learned with each profile while playing, where that was anything. Once playing has ended.
  public var learnedProfiles: [LearnedProfile] { control.withLock { $0.learnedProfiles } }
}
