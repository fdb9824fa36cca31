// SPDX-License-Identifier: GPL-3.0-or-later
import AudioIO
import Instrument
import Kits

/// What is asked for while it plays.
extension EngineControl {
  /// A note or a change may wait so long for its frame.
  private static let longestLeadSeconds = 10
  /// Numbers from here on are of notes to which the engine gives an identity.
  private static let firstOwnNumber = 1 << 33

  /// Carries a command out, or says why it cannot be.
  ///
  /// - Parameters:
  ///   - frame: The output frame on which what is sent ahead takes place; nil for the next that can be.
  ///   - prepared: What was made for it.
  mutating func perform(
    _ command: EngineCommand, atFrame frame: Int? = nil, _ prepared: PreparedCommand
  ) throws(EngineError) -> HitIdentity? {
    let mixFrame = frame.map(Self.mixFrame)
    try check(command)
    switch command {
    case .noteOn(let note): return try strike(note)
    case .noteOff(let note): try send(.off, id: note.id, frame: note.frame, "end a note")
    case .choke(let choke):
      for pad in try pads(choke.pad, "choke '\(choke.pad)'") {
        try send(
          .choke(pad), id: nextIdentity(choke.source ?? .key), frame: choke.frame,
          "choke '\(choke.pad)'")
      }
    case .strip(let change):
      try keepingChanges(Self.operation(change)) {
        live.performance.mix(change, atFrame: mixFrame)
      }
    case .tempo(let change):
      let tempo = tempo(change)
      try keepingChanges(Self.tempoOperation) {
        live.performance.play(at: tempo, atFrame: mixFrame)
      }
    case .loadBacking: if case .track(let loaded) = prepared { take(loaded) }
    case .profile:
      if case .profile(let loaded) = prepared { try change(to: loaded, atFrame: mixFrame) }
    case .session: if case .session(let session) = prepared { try begin(session) }
    case .startBacking:
      if case .start(let start) = prepared { try begin(start, atFrame: mixFrame) }
    case .stopBacking: try stopBacking(atFrame: mixFrame)
    case .endSolo:
      try keepingChanges("end the solo") { live.performance.endSolo(atFrame: mixFrame) }
    case .bus(let bus):
      try keepingChanges(Self.operation(bus)) {
        live.performance.mix(bus.bus, gain: bus.gain, atFrame: mixFrame)
      }
    case .hearing(let hearing): try hear(hearing, atFrame: mixFrame)
    case .soundPad(let change): try play(change, atFrame: mixFrame)
    case .kit(let kit): try change(to: kit, prepared, atFrame: frame)
    case .period(let period): try change(period)
    case .record(let record): try self.record(record)
    case .endRecording:
      guard extra.isRecording else {
        throw EngineError(
          "end the recording", reason: "none was begun while playing",
          advice: "one that began with the playing ends with it")
      }
      extra.end()
    case .endSession: try endSession()
    case .sweep: try sweep()
    case .undo, .trigger: break
    case .quit: live.loop.stop()
    }
    return nil
  }

  private mutating func strike(_ note: EngineCommand.NoteOn) throws(EngineError) -> HitIdentity {
    let operation = "strike '\(note.pad)'"
    guard !live.isTeaching else {
      throw EngineError(
        operation, reason: "a lesson hears the microphone just now",
        advice: "strike again when it is over")
    }
    guard (0...1).contains(note.velocity) else {
      throw EngineError(
        operation, reason: "its velocity is \(note.velocity)", advice: "give one in 0...1")
    }
    let id = note.id ?? nextIdentity(note.source)
    guard
      note.id == nil || (1..<Self.firstOwnNumber).contains(id.number) && id.source == note.source
    else {
      throw EngineError(
        operation, reason: "its identity \(id) is not of its source, or out of range",
        advice: "leave it out, or give a number below 2^33 of the source '\(note.source.rawValue)'")
    }
    guard id.source != .microphone else {
      throw EngineError(
        operation, reason: "what is heard is no note from outside",
        advice: "give the source it comes from")
    }
    let pad = try pads(note.pad, operation)[0]
    try send(.on(pad, velocity: note.velocity), id: id, frame: note.frame, operation)
    return id
  }

  private mutating func nextIdentity(_ source: HitSource) -> HitIdentity {
    noteCounts[source, default: 0] += 1
    return HitIdentity(Self.firstOwnNumber + noteCounts[source, default: 1], from: source)
  }

  /// The pads that a name means; at least one.
  func pads(_ name: String, _ operation: String) throws(EngineError) -> [NotePad] {
    let pads = live.performance.pads(named: name)
    guard !pads.isEmpty else {
      let kit = live.performance.kit
      guard kit.isWhole else {
        throw EngineError(
          operation,
          reason: "the kit '\(kit.name)' is still being loaded, and no '\(name)' is there yet",
          advice: "ask again in a moment")
      }
      var known: Set<String> = []
      let names = kit.pads.map(\.title).filter { known.insert($0).inserted }
      let more = names.count > 20 ? " and \(names.count - 20) more" : ""
      throw EngineError(
        operation, reason: "the kit has no drum '\(name)'",
        advice: "it has " + names.prefix(20).joined(separator: ", ") + more)
    }
    return pads
  }

  private func send(
    _ action: NoteEvent.Action, id: HitIdentity, frame: Int?, _ operation: String
  ) throws(EngineError) {
    if let frame { try check(frame: frame, operation) }
    let mixFrame = frame.map(Self.mixFrame) ?? 0
    guard live.performance.send(NoteEvent(action, id: id, atFrame: mixFrame)) else {
      throw EngineError(
        operation, reason: "too many notes are on their way", advice: "send fewer at a time")
    }
  }

  /// An output frame that a command may name.
  func check(frame: Int, _ operation: String) throws(EngineError) {
    let latest =
      live.performance.snapshot.frame + Self.longestLeadSeconds * live.performance.sampleRateHz
    guard (0...latest).contains(frame) else {
      throw EngineError(
        operation, reason: "frame \(frame) is no frame of the next ten seconds",
        advice: "send it later")
    }
  }

  /// The frame of the mix of what leaves the instrument at an output frame.
  private static func mixFrame(_ frame: Int) -> Int { frame - Instrument.outputLatencyFrames }

  /// What can be known to be wrong of a command before it is carried out.
  func check(_ command: EngineCommand) throws(EngineError) {
    if case .ended = phase {
      throw EngineError(
        "carry out '\(command.name)'", reason: "playing has ended", advice: "start anew")
    }
    switch command {
    case .strip(let change):
      let operation = Self.operation(change)
      _ = try pads(change.drum, operation)
      if let parameter = change.impossible, let value = change[parameter] {
        throw EngineError(
          operation, reason: "\(value) is no \(parameter.name)",
          advice: "give one in \(parameter.scale.range.text)"
            + (parameter.scale.kind == .gain ? ", linear" : ""))
      }
    case .bus(let bus):
      guard MixBus.gainScale.range.contains(bus.gain) else {
        throw EngineError(
          Self.operation(bus), reason: "\(bus.gain) is no gain",
          advice: "give one in \(MixBus.gainScale.range.text), linear")
      }
    case .tempo(let change):
      let tempo = tempo(change)
      guard tempo.isPossible else {
        throw EngineError(
          Self.tempoOperation, reason: "\(tempo.beatsPerMinute) beats a minute are no tempo",
          advice: "give \(PlayedTempo.rangeText)")
      }
    default: break
    }
  }

  private static func operation(_ change: StripChange) -> String {
    "change the mix of '\(change.drum)'"
  }

  private static func operation(_ bus: EngineCommand.Bus) -> String {
    "set the gain of \(bus.bus.rawValue)"
  }

  private static var tempoOperation: String { "change the tempo" }

  /// The tempo after a change.
  private func tempo(_ change: EngineCommand.Tempo) -> PlayedTempo {
    var tempo = live.performance.tempo
    tempo.beatsPerMinute = change.beatsPerMinute ?? tempo.beatsPerMinute
    tempo.meter = change.meter ?? tempo.meter
    tempo.isClicking = change.isClicking ?? tempo.isClicking
    return tempo
  }

  /// Makes a change of the mixer; an error where too many are on their way.
  func keepingChanges(_ operation: String, _ change: () -> Void) throws(EngineError) {
    let lost = live.performance.lostMixChanges
    change()
    guard live.performance.lostMixChanges == lost else {
      throw EngineError(
        operation, reason: "too many changes are on their way, and it is lost",
        advice: "ask for it again")
    }
  }

  /// Loads another kit, which takes over once an output frame has been reached; nil for at once.
  mutating func change(
    to kit: EngineCommand.Kit, _ prepared: PreparedCommand, atFrame frame: Int?
  ) throws(EngineError) {
    guard case .kit(let path) = prepared else { return }
    do throws(KitError) {
      try kits.change(
        to: kit.name, at: path, struckAt: live.performance.padChoices, atFrame: frame)
    } catch {
      throw kit.error(error)
    }
  }

  private mutating func hear(
    _ hearing: EngineCommand.Hearing, atFrame mixFrame: Int?
  ) throws(EngineError) {
    let change = try hearing.change(sounds: live.performance.profileSounds)
    let lost = live.performance.lostHearingChanges
    live.performance.hear(change, atFrame: mixFrame)
    guard live.performance.lostHearingChanges == lost else {
      throw EngineError(
        "change how you are heard", reason: "too many changes are on their way",
        advice: "ask for it again")
    }
    if let hits = hearing.learnHits, hits > 0 { profiles.progress.noteLesson() }
    if hearing.certainty != nil { renewBudget() }
  }

  private func change(_ period: EngineCommand.Period) throws(EngineError) {
    let range = StreamSettings.devicePeriodsFrames
    guard range.contains(period.frames) else {
      throw EngineError(
        "change the period", reason: "\(period.frames) frames are none that a device has",
        advice: "give \(range) frames")
    }
    live.loop.changePeriod(to: period.frames)
  }

  /// Measures how the drums return, once it is quiet.
  private mutating func sweep() throws(EngineError) {
    func impossible(_ reason: String, _ advice: String) -> EngineError {
      EngineError("play a sweep", reason: reason, advice: advice)
    }
    guard case .playing = phase, live.performance.settings.feedback != nil else {
      throw impossible(
        "nothing can return", "play on loudspeakers and hear them with a microphone")
    }
    let snapshot = live.performance.snapshot
    guard
      snapshot.soundingVoices == 0 && !snapshot.isRoomHeard && !live.performance.tempo.isClicking
        && events.state.backing == nil
    else {
      throw impossible(
        "something still sounds", "stop click and backing, and wait until it is quiet")
    }
    guard live.hold(for: EchoSweep(sampleRateHz: live.loop.rateHz)) else {
      throw impossible("one is being played", "wait two seconds")
    }
  }

  private mutating func record(_ record: EngineCommand.Record) throws(EngineError) {
    let begun = try extra.begin(record.path, sampleRateHz: live.loop.rateHz)
    news.add(begun)
    events.publish(.recording(EngineEvent.Kept(.begun, path: record.path)))
  }
}

extension ClosedRange<Float> {
  /// "0...16".
  fileprivate var text: String { "\(Int(lowerBound))...\(Int(upperBound))" }
}

extension EngineCommand.Kit {
  /// Why it cannot be loaded.
  func error(_ error: KitError) -> EngineError {
    EngineError("load the kit '\(name)'", reason: error.reason, advice: error.advice.description)
  }
}
