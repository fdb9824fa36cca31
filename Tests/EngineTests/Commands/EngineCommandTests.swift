// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Instrument
import Looping
import Testing

@testable import Engine

@Suite struct EngineCommandTests {
  static let commands: [EngineCommand] =
    [
      .noteOn(EngineCommand.NoteOn(pad: "kick", velocity: 0.5)),
      .noteOn(
        EngineCommand.NoteOn(
          pad: "49", velocity: 1, source: .midi, id: HitIdentity(7, from: .midi), frame: 960)),
      .noteOn(EngineCommand.NoteOn(pad: "bass", key: 40.5, velocity: 1)),
      .noteOff(EngineCommand.NoteOff(id: HitIdentity(7, from: .midi))),
      .toneOn(EngineCommand.ToneOn(key: 60.5, velocity: 0.5)),
      .toneOn(
        EngineCommand.ToneOn(
          channel: 2, key: 60, velocity: 1, source: .midi, id: HitIdentity(7, from: .midi),
          frame: 960)),
      .toneOff(EngineCommand.ToneOff(id: HitIdentity(7, from: .midi), frame: 970)),
      .toneBend(EngineCommand.ToneBend(channel: 2, cents: -50)),
      .chooseInstrument(EngineCommand.ChooseInstrument(channel: 2, program: 25)),
      .choke(EngineCommand.Choke(pad: "crash", frame: 4800)), .strip(StripChange(drum: "snare")),
      .bus(EngineCommand.Bus(.room, .gain, 0.5)),
      .insertEffect(
        EngineCommand.InsertEffect(.drums, .lowpass, slot: 2, values: ["cutoff": 800])),
      .setEffect(EngineCommand.SetEffect(.room, slot: 1, values: ["q": 2])),
      .bypassEffect(EngineCommand.BypassEffect(.room, slot: 1, isBypassed: true)),
      .removeEffect(EngineCommand.RemoveEffect(.master, slot: 8)),
      .moveEffect(EngineCommand.MoveEffect(.master, slot: 8, to: 1)),
      .modulate(EngineCommand.Modulate(row: 2, nil)),
      .modulate(
        EngineCommand.Modulate(
          Modulation(.velocity, .pad("snare"), slot: 1, "mix", amount: -0.5))),
      .hearing(EngineCommand.Hearing(strictness: .open)),
      .hearing(EngineCommand.Hearing(sound: "kick", thresholdDecibels: -30)),
      .soundPad(EngineCommand.SoundPad(sound: "kick", pad: "cowbell")),
      .trigger(EngineCommand.Trigger(input: "A0", thresholdPercent: 2.4, curve: .exp1)),
      .profile(EngineCommand.Profile(name: "me")), .kit(EngineCommand.Kit(name: "house")),
      .tempo(EngineCommand.Tempo(beatsPerMinute: 96)),
      .loadBacking(EngineCommand.Backing(path: "a.flac")),
      .loadPattern(EngineCommand.Pattern(path: "rock.txt", beatsPerMinute: 96)),
      .period(EngineCommand.Period(frames: 128)),
      .record(EngineCommand.Record(path: "a.wav")),
      .session(EngineCommand.Session(folder: "a")),
      .loopRemote(EngineCommand.LoopRemote(sound: "clap", hits: 3)),
      .loopSave(EngineCommand.LoopSave(path: "groove")),
    ] + loops.map { .loop($0) } + EngineCommand.plain

  static let loops: [LoopCommand] = [
    .arm(LoopSetup(beatsPerMinute: 96, bars: 2, countInBars: 1)), .overdub(true),
    .source(.microphone),
    .mute(true, layer: 2), .solo(false, layer: 1), .bars(4), .quantise(0.5), .swing(0.6),
    .move(layer: 2, beats: -0.5), .humanise(0.3, seed: 7), .lock(true),
  ]

  @Test("each command is one flat object with its name and version, read back as it was written")
  func readBack() throws {
    for command in Self.commands {
      let data = try JSONEncoder().encode(command)
      #expect(try JSONDecoder().decode(EngineCommand.self, from: data) == command)
      let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
      #expect(object["command"] as? String == command.name && object["version"] as? Int == 1)
    }
  }

  @Test("the registry has each command once, by a name of its own")
  func registry() {
    let names = EngineCommand.bodies.map { $0.name }
    #expect(Set(names).count == names.count)
    #expect(Set(names) == Set(Self.commands.map(\.name)))
    for command in Self.commands { #expect(command.body.command == command) }
    #expect(EngineCommand.plain.contains(.endSolo) && EngineCommand.plain.contains(.quit))
  }

  @Test("an unknown name is reported")
  func unknown() throws {
    let error = try #require(throws: DecodingError.self) {
      try JSONDecoder().decode(EngineCommand.self, from: Data(#"{"command":"dance"}"#.utf8))
    }
    guard case .dataCorrupted(let context) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(context.debugDescription == "\"dance\" is no command")
  }

  @Test("a command may have a frame in addition to its request")
  func scheduled() throws {
    let bus = ScheduledCommand(.bus(EngineCommand.Bus(.room, .gain, 0.5)), atFrame: 960)
    let data = try JSONEncoder().encode(bus)
    let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect(object["command"] as? String == "mix.bus" && object["frame"] as? Int == 960)
    #expect(try JSONDecoder().decode(ScheduledCommand.self, from: data) == bus)
    for command in Self.commands {
      let data = try JSONEncoder().encode(ScheduledCommand(command))
      let again = try JSONDecoder().decode(ScheduledCommand.self, from: data)
      #expect(again == ScheduledCommand(command))
    }
  }

  @Test(
    "other text, and a command of a later version, are an error",
    arguments: [
      #"{"command":"dance"}"#, #"{"pad":"kick"}"#, #"{"command":"note.on","version":1}"#,
      #"{"command":"quit","version":2}"#,
    ])
  func broken(line: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(EngineCommand.self, from: Data(line.utf8))
    }
  }
}
