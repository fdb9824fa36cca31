// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Testing

@testable import Engine

/// What guests may ask for.
@Suite struct CommandHostTests {
  private static let host = CommandHost(
    kitPath: { $0 == "mine" ? "/kits/mine" : nil }, hasProfile: { $0 == "me" },
    recordingPath: { "/usual/new.wav" })

  /// A command, and its result if a guest asks for it: the engine gets it, or a refusal.
  struct Row {
    let command: EngineCommand
    var admitted: EngineCommand?
    var refusal: CommandRefusal?

    /// A guest gets the command itself.
    init(_ command: EngineCommand) { (self.command, admitted) = (command, command) }
    /// A guest gets another one.
    init(_ command: EngineCommand, _ admitted: EngineCommand) {
      (self.command, self.admitted) = (command, admitted)
    }
    /// A guest gets nothing.
    init(_ command: EngineCommand, refused refusal: CommandRefusal) {
      (self.command, self.refusal) = (command, refusal)
    }
  }

  /// The rule for both sources.
  private static func rows(_ source: HitSource) -> [Row] {
    let learns: [EngineCommand] = [
      .hearing(EngineCommand.Hearing(adapts: false)),
      .hearing(EngineCommand.Hearing(sound: "kick", learnHits: 4)),
    ]
    return [
      Row(
        .noteOn(
          EngineCommand.NoteOn(
            pad: "kick", velocity: 1, source: .midi, id: HitIdentity(7, from: .midi), frame: 9)),
        .noteOn(EngineCommand.NoteOn(pad: "kick", velocity: 1, source: source, frame: 9))),
      Row(.noteOff(EngineCommand.NoteOff(id: HitIdentity(7, from: .midi)))),
      Row(
        .toneOn(
          EngineCommand.ToneOn(
            key: 60, velocity: 1, source: .midi, id: HitIdentity(7, from: .midi), frame: 9)),
        .toneOn(EngineCommand.ToneOn(key: 60, velocity: 1, source: source, frame: 9))),
      Row(.toneOff(EngineCommand.ToneOff(id: HitIdentity(7, from: .midi)))),
      Row(.toneBend(EngineCommand.ToneBend(cents: 50))),
      Row(.chooseInstrument(EngineCommand.ChooseInstrument(program: 25))),
      Row(
        .choke(EngineCommand.Choke(pad: "crash", source: .midi)),
        .choke(EngineCommand.Choke(pad: "crash", source: source))),
      Row(.strip(StripChange(drum: "snare", .gain, 1))),
      Row(.bus(EngineCommand.Bus(.room, .gain, 0.5))),
      Row(.insertEffect(EngineCommand.InsertEffect(.drums, .lowpass))),
      Row(
        .insertEffect(EngineCommand.InsertEffect(.drums, .convolve, source: "/etc/passwd")),
        refused: .forbidden),
      Row(
        .insertEffect(EngineCommand.InsertEffect(.drums, .lv2, source: "http://a.org/b")),
        refused: .forbidden),
      Row(.insertEffect(EngineCommand.InsertEffect(.master, .compress, source: "drums"))),
      Row(
        .setEffect(EngineCommand.SetEffect(.room, slot: 1, values: [:], source: "drums")),
        refused: .forbidden),
      Row(.setEffect(EngineCommand.SetEffect(.room, slot: 1, values: ["q": 2]))),
      Row(
        .setEffect(EngineCommand.SetEffect(.room, slot: 1, values: [:], source: "/etc/passwd")),
        refused: .forbidden),
      Row(.bypassEffect(EngineCommand.BypassEffect(.room, slot: 1, isBypassed: true))),
      Row(.removeEffect(EngineCommand.RemoveEffect(.master, slot: 8))),
      Row(.moveEffect(EngineCommand.MoveEffect(.master, slot: 8, to: 1))),
      Row(.modulate(EngineCommand.Modulate(row: 8, nil))),
      Row(.tempo(EngineCommand.Tempo(beatsPerMinute: 96))),
      Row(
        .loadBacking(EngineCommand.Backing(path: "/etc/passwd")), refused: .forbidden),
      Row(
        .loadPattern(EngineCommand.Pattern(path: "/etc/passwd")),
        refused: .unknown("pattern", "/etc/passwd")),
      Row(
        .loadPattern(EngineCommand.Pattern(path: "rock", beatsPerMinute: 96)),
        .loadPattern(EngineCommand.Pattern(path: Grooves.path("rock"), beatsPerMinute: 96))),
      Row(.loopRemote(EngineCommand.LoopRemote(sound: "kick"))),
      Row(.loopSave(EngineCommand.LoopSave(path: "groove")), refused: .forbidden),
      Row(.hearing(EngineCommand.Hearing(sensitivity: 50))),
      Row(.hearing(EngineCommand.Hearing(certainty: .sure))),
      Row(.hearing(EngineCommand.Hearing(sound: "kick", thresholdDecibels: -30))),
      Row(.soundPad(EngineCommand.SoundPad(sound: "kick", pad: "clap"))),
      Row(.trigger(EngineCommand.Trigger(input: "A0", curve: .exp1))),
      Row(
        .profile(EngineCommand.Profile(name: "me", isReadAnew: true)),
        .profile(EngineCommand.Profile(name: "me"))),
      Row(
        .profile(EngineCommand.Profile(name: "/home/me")),
        refused: .unknown("profile", "/home/me")),
      Row(
        .kit(EngineCommand.Kit(name: "mine")), .kit(EngineCommand.Kit(name: "/kits/mine"))),
      Row(.kit(EngineCommand.Kit(name: "../x")), refused: .unknown("kit", "../x")),
      Row(.period(EngineCommand.Period(frames: 64)), refused: .forbidden),
      Row(
        .record(EngineCommand.Record(path: "")),
        .record(EngineCommand.Record(path: "/usual/new.wav").ofGuest)),
      Row(.record(EngineCommand.Record(path: "/x.wav")), refused: .place("record")),
      Row(.session(EngineCommand.Session()), .session(EngineCommand.Session().ofGuest)),
      Row(.session(EngineCommand.Session(folder: "/tmp")), refused: .place("keep a session")),
    ] + learns.map { source == .osc ? Row($0, refused: .forbidden) : Row($0) }
      + EngineCommandTests.loops.map { Row(.loop($0)) }
      + EngineCommand.plain.map { command in
        switch command {
        case .quit: Row(command, refused: .forbidden)
        case .panic: Row(command, .panic(EngineCommand.Panic(source: source)))
        default: Row(command)
        }
      }
  }

  @Test(
    "a guest may ask for playing, by names, and for nothing else",
    arguments: [
      HitSource.osc, .page,
    ])
  func guests(source: HitSource) {
    let rows = Self.rows(source)
    #expect(Set(rows.map(\.command.name)) == Set(EngineCommand.bodies.map { $0.name }))
    for row in rows {
      do throws(CommandRefusal) {
        let admitted = try row.command.admitted(from: source, by: Self.host)
        #expect(admitted == row.admitted, "\(row.command)")
      } catch {
        #expect(error == row.refusal, "\(row.command)")
      }
    }
  }
}
