// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Engine
import Instrument
import Testing

@testable import MIDI

/// The commands that MIDI messages cause.
@Suite struct NotePlayerTests {
  private static let kit = EngineEvent.Kit(
    name: "test", path: nil,
    pads: [
      pad("kick", 36), pad("snare", 40), pad("hihat-closed", 42), pad("hihat-open", 46),
      pad("crash", 49), pad("bell", 80),
    ])

  private static var state: EngineState {
    var state = EngineState()
    state.apply(.kit(kit))
    return state
  }

  private static func pad(_ name: String, _ note: Int) -> EngineEvent.Kit.Pad {
    EngineEvent.Kit.Pad(
      name: name,
      names: DrumName.names(role: PadRole(name: name) ?? .other, name: name, note: note),
      note: note, strip: Strip())
  }

  private func pads(_ commands: [EngineCommand]) -> [String] {
    commands.compactMap { if case .noteOn(let note) = $0 { note.pad } else { nil } }
  }

  private func play(
    _ player: inout NotePlayer, _ message: MIDIMessage, at seconds: Double = 0
  ) -> [EngineCommand] {
    player.commands(
      TimedMessage(message, atSeconds: seconds), state: { Self.state },
      kits: { ["first", "second"] })
  }

  @Test("a note strikes the kit's pad of that note, else that of General MIDI")
  func notes() {
    var player = NotePlayer(MIDITable())
    let expected = [
      (36, ["36"]), (40, ["40"]), (80, ["80"]), (35, ["kick"]), (38, ["snare"]), (57, ["crash"]),
      (51, ["crash"]), (39, ["snare"]), (127, []),
    ]
    for (note, name) in expected {
      #expect(
        pads(play(&player, .noteOn(channel: 10, note: note, velocity: 100))) == name, "\(note)")
    }
  }

  @Test("a key of a zone is named to the engine; a gated note ends with its key, and no other does")
  func zones() throws {
    var state = Self.state
    state.apply(
      .kit(
        EngineEvent.Kit(
          name: "bass", path: nil,
          pads: [
            Self.pad("kick", 36),
            EngineEvent.Kit.Pad(
              name: "bass", names: ["bass", "48"], note: 48,
              zone: KeyZone(Array(40...60), releaseSeconds: 0.1), strip: Strip()),
          ])))
    var player = NotePlayer(MIDITable())
    func play(_ message: MIDIMessage) -> [EngineCommand] {
      player.commands(TimedMessage(message, atSeconds: 0), state: { state }, kits: { [] })
    }
    func on(_ note: Int) -> MIDIMessage { .noteOn(channel: 1, note: note, velocity: 100) }
    func off(_ note: Int) -> MIDIMessage { .noteOff(channel: 1, note: note) }
    func end(_ number: Int) -> EngineCommand {
      .noteOff(EngineCommand.NoteOff(id: HitIdentity(number, from: .midi)))
    }
    #expect(pads(play(on(43))) == ["43"])
    player.hold(HitIdentity(1, from: .midi))
    #expect(pads(play(on(60))) == ["60"])
    player.hold(HitIdentity(2, from: .midi))
    #expect(pads(play(on(36))) == ["36"])
    player.hold(HitIdentity(3, from: .midi))
    #expect(play(off(36)) == [] && play(off(50)) == [])
    #expect(play(off(60)) == [end(2)] && play(off(60)) == [])
    // Struck again while it is held, a key ends what it began.
    let again = play(on(43))
    #expect(again.first == end(1) && pads(again) == ["43"])
    player.hold(HitIdentity(4, from: .midi))
    #expect(play(off(43)) == [end(4)])
    // "All notes off" lets go of what its channel holds.
    for (note, number) in [(41, 5), (40, 6)] {
      _ = play(on(note))
      player.hold(HitIdentity(number, from: .midi))
    }
    #expect(play(.controlChange(channel: 2, controller: 123, value: 0)) == [])
    #expect(play(.controlChange(channel: 1, controller: 123, value: 0)) == [end(6), end(5)])
  }

  @Test("velocity follows the curve; the table renames notes and picks a channel")
  func table() {
    var table = MIDITable()
    table.velocityCurve = .exp2
    table.notesIn = ["60": "bell", "61": "gone"]
    table.channelIn = 10
    var player = NotePlayer(table)
    #expect(
      play(&player, .noteOn(channel: 10, note: 60, velocity: 127)) == [
        .noteOn(EngineCommand.NoteOn(pad: "bell", velocity: 1, source: .midi))
      ])
    #expect(play(&player, .noteOn(channel: 10, note: 61, velocity: 127)) == [])
    #expect(play(&player, .noteOn(channel: 9, note: 60, velocity: 127)) == [])
    guard
      case .noteOn(let soft)? = play(&player, .noteOn(channel: 10, note: 60, velocity: 64)).first
    else {
      Issue.record("no note")
      return
    }
    #expect(abs(soft.velocity - 0.25395) < 1e-4)
  }

  @Test("the pedal decides which hi-hat a note plays, and chokes the open one when it closes")
  func pedal() {
    var player = NotePlayer(MIDITable())
    func struck(_ note: Int) -> [String] {
      pads(play(&player, .noteOn(channel: 10, note: note, velocity: 90)))
    }
    #expect([struck(42), struck(46)] == [["42"], ["46"]])
    let pedal = { MIDIMessage.controlChange(channel: 10, controller: 4, value: $0) }
    #expect(play(&player, pedal(0)) == [])
    #expect([struck(42), struck(46), struck(22)] == Array(repeating: ["hihat-open"], count: 3))
    #expect(
      play(&player, pedal(127))
        == [.choke(EngineCommand.Choke(pad: "hihat-open", source: .midi))])
    #expect([struck(42), struck(46)] == [["hihat-closed"], ["hihat-closed"]])
    #expect(play(&player, pedal(120)) == [])
  }

  @Test("pressure chokes, a program is a kit, a knob that was learned moves a fader")
  func others() {
    var player = NotePlayer(MIDITable())
    #expect(
      play(&player, .keyPressure(channel: 10, note: 49, pressure: 127))
        == [.choke(EngineCommand.Choke(pad: "49", source: .midi))])
    #expect(play(&player, .keyPressure(channel: 10, note: 49, pressure: 10)) == [])
    #expect(
      play(&player, .controlChange(channel: 1, controller: 120, value: 0))
        == [.panic(EngineCommand.Panic(source: .midi))])
    #expect(
      play(&player, .programChange(channel: 1, program: 1))
        == [.kit(EngineCommand.Kit(name: "second"))])
    #expect(play(&player, .programChange(channel: 1, program: 2)) == [])
    #expect(play(&player, .controlChange(channel: 1, controller: 20, value: 100)) == [])
    player.awaited = "snare"
    var snare = EngineCommand.Strip(drum: "snare")
    snare[.gain] = 1
    #expect(
      play(&player, .controlChange(channel: 1, controller: 20, value: 100)) == [.strip(snare)])
    #expect(player.isTableNew && player.table.controls == ["20": "snare"])
    snare[.gain] = 0.25
    #expect(play(&player, .controlChange(channel: 1, controller: 20, value: 50)) == [.strip(snare)])
    #expect(!player.isTableNew)
    player.awaited = "loop record"
    func pedal(_ value: Int) -> [EngineCommand] {
      play(&player, .controlChange(channel: 1, controller: 64, value: value))
    }
    // The press that binds it does nothing else; then each press counts once.
    #expect(
      [127, 0, 90, 127, 10, 70].map(pedal) == [[], [], [.loop(.record)], [], [], [.loop(.record)]])
    player.table.controls["7"] = "master"
    #expect(
      play(&player, .controlChange(channel: 1, controller: 7, value: 0))
        == [.bus(EngineCommand.Bus(.master, .gain, 0))])
  }

  @Test(
    "a clock with 2 ms of jitter sets the tempo to within 0.5 %, once, and again when it changes")
  func clock() {
    var player = NotePlayer(MIDITable())
    var random = SeededGenerator(seed: 7)
    var tempi: [Double] = []
    var seconds = 0.0
    for (tempo, count) in [(120.0, 480), (90.0, 480)] {
      for _ in 0..<count {
        seconds += 60 / tempo / 24
        let late = 0.002 * Double(random.uniform())
        for case .tempo(let change) in play(&player, .clock, at: seconds + late) {
          tempi.append(change.beatsPerMinute ?? 0)
        }
      }
      #expect(abs((tempi.last ?? 0) / tempo - 1) < 0.006, "\(tempi)")
    }
    #expect(tempi.count <= 4, "\(tempi)")
    player.table.followsClock = false
    #expect(play(&player, .clock, at: seconds) == [])
  }

  @Test("100 000 random messages ask for nothing impossible, and nothing is held on to")
  func flood() {
    var player = NotePlayer(MIDITable())
    var random = SeededGenerator(seed: 3)
    func number(_ count: UInt64) -> Int { Int(random.next() % count) }
    var reported = 0
    for index in 0..<100_000 {
      let (channel, first, second) = (1 + number(16), number(128), number(128))
      let messages: [MIDIMessage] = [
        .noteOn(channel: channel, note: first, velocity: 1 + second % 127),
        .noteOff(channel: channel, note: first),
        .keyPressure(channel: channel, note: first, pressure: second),
        .controlChange(channel: channel, controller: first, value: second),
        .programChange(channel: channel, program: first), .clock, .start, .resume, .stop,
      ]
      let commands = play(&player, messages[number(9)], at: Double(index) / 1000)
      reported += player.unplayed == nil ? 0 : 1
      #expect(commands.count <= 2)
      for command in commands {
        switch command {
        case .noteOn(let note):
          #expect(
            Self.kit.pads(named: note.pad).isEmpty == false && (0...1).contains(note.velocity))
        case .choke(let choke): #expect(!Self.kit.pads(named: choke.pad).isEmpty)
        case .kit(let kit): #expect(["first", "second"].contains(kit.name))
        case .tempo(let tempo): #expect((20...500).contains(tempo.beatsPerMinute ?? 0))
        case .panic: break
        default: Issue.record("\(command)")
        }
      }
    }
    #expect(reported <= 128)
    #expect(pads(play(&player, .noteOn(channel: 10, note: 36, velocity: 100))) == ["36"])
  }

  @Test("with instruments, channels but the drums' play notes: programs, wheel, pedal and ends too")
  func instruments() {
    var player = NotePlayer(MIDITable(), playsInstruments: true)
    func on(_ channel: Int, _ note: Int) -> MIDIMessage {
      .noteOn(channel: channel, note: note, velocity: 127)
    }
    func tone(_ channel: Int, _ key: Float) -> EngineCommand {
      .toneOn(EngineCommand.ToneOn(channel: channel, key: key, velocity: 1, source: .midi))
    }
    func end(_ number: Int) -> EngineCommand {
      .toneOff(EngineCommand.ToneOff(id: HitIdentity(number, from: .midi)))
    }
    #expect(pads(play(&player, on(10, 36))) == ["36"])
    #expect(play(&player, on(1, 36)) == [tone(1, 36)])
    player.hold(HitIdentity(1, from: .midi))
    #expect(play(&player, on(2, 60)) == [tone(2, 60)])
    player.hold(HitIdentity(2, from: .midi))
    #expect(play(&player, .noteOff(channel: 1, note: 36)) == [end(1)])
    #expect(
      play(&player, .programChange(channel: 2, program: 24))
        == [.chooseInstrument(EngineCommand.ChooseInstrument(channel: 2, program: 25))])
    #expect(
      play(&player, .pitchBend(channel: 2, value: -4096))
        == [.toneBend(EngineCommand.ToneBend(channel: 2, cents: -100))])
    // The pedal holds what is let go, until it is up.
    #expect(play(&player, .controlChange(channel: 2, controller: 64, value: 127)) == [])
    #expect(play(&player, .noteOff(channel: 2, note: 60)) == [])
    #expect(play(&player, .controlChange(channel: 2, controller: 64, value: 0)) == [end(2)])
    #expect(play(&player, .pitchBend(channel: 10, value: 100)) == [])
    // The table's own channel has drums.
    var table = MIDITable()
    table.channelIn = 3
    var module = NotePlayer(table, playsInstruments: true)
    #expect(pads(play(&module, on(3, 36))) == ["36"])
    #expect(play(&module, on(4, 36)) == [tone(4, 36)])
  }
}
