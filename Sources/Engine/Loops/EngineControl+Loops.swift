// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Looping
import Sequencing

/// The looper while it plays.
extension EngineControl {
  /// Notes of loops are sent so long before their frames: a busy machine may keep turns waiting.
  private static let loopLeadSeconds = 0.3
  /// The metronome is started and ended so long before its frames: more than two turns.
  private static let clickLeadSeconds = 0.12
  /// Notes of loops are numbered from here on: above those of ports, below 2³⁸, the highest number that a session keeps.
  private static let firstLoopNumber = 1 << 37

  /// Carries a command of the looper out; an error if it is refused.
  mutating func perform(
    _ command: LoopCommand, name: String, atFrame frame: Int?
  ) throws(EngineError) {
    if let frame { try check(frame: frame, "carry out '\(name)'") }
    takeLoop()
    try carryOut(command, name: name, atFrame: frame)
    takeLoop()
  }

  private mutating func carryOut(
    _ command: LoopCommand, name: String, atFrame frame: Int?
  ) throws(EngineError) {
    var command = command
    switch command {
    case .record where loops.feed.looper.stage == .empty && frame ?? 0 <= loops.feed.looper.frame:
      var setup = try onClick(LoopSetup(), atFrame: nil)
      setup.beginsAtOnce = loops.feed.looper.source == .microphone
      command = .arm(setup)
    case .arm(let setup): command = .arm(try onClick(setup, atFrame: frame))
    default: break
    }
    do throws(LoopRefusal) {
      try loops.feed.perform(command, atFrame: frame ?? loops.feed.looper.frame)
    } catch {
      throw EngineError("carry out '\(name)'", reason: error.reason, advice: error.advice)
    }
  }

  /// How a loop is recorded with the metronome: in its tempo if it clicks and no other tempo is asked for, else at a tempo
  /// that it begins to click with the count-in.
  private mutating func onClick(
    _ asked: LoopSetup, atFrame askedFrame: Int?
  ) throws(EngineError) -> LoopSetup {
    do throws(LoopRefusal) {
      try loops.feed.check(.arm(asked))
    } catch {
      throw EngineError("arm the looper", reason: error.reason, advice: error.advice)
    }
    var setup = asked
    let before = live.performance.tempo
    if before.isClicking, asked.beatsPerMinute == nil, asked.meter ?? before.meter == before.meter {
      (setup.beatsPerMinute, setup.meter) = (before.beatsPerMinute, before.meter)
      setup.barFrame = nextBarFrame
      return setup
    }
    guard let tempo = asked.beatsPerMinute, before.isClicking || asked.countInBars > 0 else {
      return setup
    }
    let now = loops.feed.looper.frame
    let frame = askedFrame ?? now + leadFrames(seconds: Self.clickLeadSeconds)
    // One that clicks begins anew, with a bar.
    if before.isClicking {
      try take(EngineCommand.Tempo(isClicking: false), atFrame: frame)
    }
    let meter = asked.meter ?? .common
    let click = EngineCommand.Tempo(beatsPerMinute: tempo, meter: meter, isClicking: true)
    try take(click, atFrame: frame)
    let begin = events.state.tempo?.frame ?? frame
    setup.barFrame = begin
    // It clicks on after the count-in, if it clicked before; there need not be one then.
    loops.countIn = nil
    guard !before.isClicking else { return setup }
    let bars = LoopGrid(
      originFrame: begin, beatsPerMinute: tempo, beats: asked.countInBars * meter.beatsPerBar,
      meter: meter, sampleRateHz: live.performance.sampleRateHz)
    loops.countIn = begin..<bars.start(ofCycle: 1)
    return setup
  }

  /// The next bar of the metronome.
  private var nextBarFrame: Int? {
    let clock = events.state.clock
    var beat = clock.nextBeat(fromFrame: loops.feed.looper.frame)
    while let next = beat, !next.isFirst { beat = clock.nextBeat(fromFrame: next.frame + 1) }
    return beat?.frame
  }

  private func leadFrames(seconds: Double) -> Int {
    Int(seconds * Double(live.performance.sampleRateHz)) + live.loop.periodFrames
  }

  /// Brings the looper to the present, and sends what is due.
  mutating func takeLoop() {
    let state = events.state
    loops.takePlayed { state.plays($0) }
    for frame in loops.takePresses() {
      do throws(EngineError) {
        try carryOut(.record, name: EngineCommand.LoopRecord.name, atFrame: frame)
      } catch {
        events.publish(.failed(EngineEvent.Failed(.loop(.record), atFrame: frame, error)))
      }
    }
    takeMicrophone()
    let now = live.performance.snapshot.frame + Instrument.outputLatencyFrames
    let (requests, refused) = loops.feed.turn(
      now: now, sendingUntil: now + leadFrames(seconds: Self.loopLeadSeconds))
    for request in requests { send(request) }
    for (command, refusal) in refused {
      let command = EngineCommand.loop(command)
      let error = EngineError(
        "carry out '\(command.name)'", reason: refusal.reason, advice: refusal.advice)
      events.publish(.failed(EngineEvent.Failed(command, atFrame: now, error)))
    }
    forgetSounds(now: now)
    endClick(now: now)
    let looped = EngineEvent.Looped(loops.feed.looper, remote: loops.remote)
    let isUsed =
      looped.stage != .empty || looped.source != .hits || looped.remote != nil
      || loops.published != nil
    if looped != loops.published, isUsed {
      loops.published = looped
      events.publish(.looped(looped))
    }
    for lane in loops.takeChangedLanes() { events.publish(.loopLayer(lane)) }
  }

  /// Ends the clicks that counted in, before the first bar's, or as soon as nothing is counted in any more.
  private mutating func endClick(now: Int) {
    guard let countIn = loops.countIn else { return }
    let isBrokenOff = now > countIn.lowerBound && loops.feed.looper.stage != .countIn
    let end = isBrokenOff ? now : countIn.upperBound
    guard end <= now + leadFrames(seconds: Self.clickLeadSeconds) else { return }
    loops.countIn = nil
    guard live.performance.tempo.isClicking else { return }
    try? take(EngineCommand.Tempo(isClicking: false), atFrame: end)
  }

  /// A note that another kit has not, or that finds no room, is left out.
  private mutating func send(_ request: LoopRequest) {
    let operation = "play a loop"
    do throws(EngineError) {
      switch request {
      case .on(let note, let id):
        var pad = try pads(note.heard.pad, operation)[0]
        pad.key = note.heard.key ?? pad.key
        try send(
          .on(pad, velocity: note.velocity),
          id: HitIdentity(Self.firstLoopNumber + id, from: .loop), frame: note.frame,
          from: CommandCaller(.loop), operation)
      case .off(let id, let frame):
        try send(
          .off, id: HitIdentity(Self.firstLoopNumber + id, from: .loop), frame: frame,
          from: CommandCaller(.loop), operation)
      case .lay(let sound, let id): lay(sound, id: Self.firstLoopNumber + id)
      case .end(let id, let frame):
        _ = live.performance.send(
          .plain(.end(play: Self.firstLoopNumber + id)), of: .player,
          atFrame: Self.mixFrame(frame) ?? 0)
      }
    } catch {}
  }
}

extension LoopRefusal {
  /// Why it is refused.
  var reason: String {
    switch self {
    case .locked: "the performance is locked"
    case .isThere: "there is a loop already"
    case .isRecording: "something is being recorded"
    case .nothingThere: "there is no loop"
    case .noStep: "there is nothing left to take back"
    case .noLayer(let number): "the loop has no layer \(number)"
    case .oddBeats(let beats): "\(beats) beats have no half"
    case .outOfRange(let value, let range): "\(value) is not in \(range)"
    }
  }

  /// What to do.
  var advice: String {
    switch self {
    case .locked: "unlock the loop first"
    case .isThere: "clear the loop first; its undo brings it back"
    case .isRecording: "end that first, by what began it"
    case .nothingThere: "arm one, then play"
    case .noStep: "go on"
    case .noLayer: "give the number of one that is there"
    case .oddBeats: "give it a length in whole bars first"
    case .outOfRange(_, let range): "give one in \(range)"
    }
  }
}
