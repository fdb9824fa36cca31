// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Profiles
import Simulation
import Testing

@testable import Engine
@testable import Instrument

@Suite struct JournalEntryTests {
  /// An entry of each command that affects playing, several of some.
  private static func commands() throws -> [JournalEntry] {
    let backing = try JSONDecoder().decode(
      PlayedBacking.self,
      from: Data(
        #"{"path":"/song.wav","hash":"ab","gainDecibels":-3,"isLooped":true,"isRecorded":true}"#
          .utf8))
    var strip = StripChange(drum: "snare", .gain, 0.5)
    (strip[.pan], strip[.mute]) = (nil, 1)
    let hearing = [
      EngineCommand.Hearing(sensitivity: 60), .init(strictness: .strict), .init(adapts: false),
      .init(sound: "snare", thresholdDecibels: -30), .init(sound: "snare"),
      .init(sound: "kick", learnHits: 4), .init(sound: "kick", learnHits: 0),
      .init(certainty: .sure), .init(velocityCurve: .exp2),
    ]
    let commands: [any PerformanceCommand] =
      [
        strip, EngineCommand.EndSolo(), EngineCommand.Bus(.drums, .gain, 0.5),
        EngineCommand.InsertEffect(
          .room, .lowpass, slot: 2, values: ["cutoff": 800], isBypassed: true),
        EngineCommand.SetEffect(.room, slot: 2, values: ["cutoff": 900, "q": 2]),
        EngineCommand.BypassEffect(.room, slot: 2, isBypassed: false),
        EngineCommand.RemoveEffect(.room, slot: 2),
        EngineCommand.Tempo(beatsPerMinute: 96, isClicking: true),
        EngineCommand.Tempo(meter: .common), backing, EngineCommand.StopBacking(),
        EngineCommand.SoundPad(sound: "kick", pad: "snare + clap"),
        EngineCommand.SoundPad(sound: "kick", pad: nil),
        NumberedProfile(number: 2, name: "me", of: .general),
        KitPart(name: "House", path: "/house.sfz", detail: .whole, isAdjusted: true),
        KitPart(
          name: "House", path: "/house.sfz", detail: .layers, roles: ["kick"], pads: ["kick"],
          gainDecibels: -2),
        EchoPath(left: [0, 0.5], right: [0, 0.25], noisePower: 0),
      ] + hearing
    return commands.map { entry($0) }
  }

  private static func entry(_ command: some PerformanceCommand) -> JournalEntry {
    let moment: JournalEntry.Moment =
      switch type(of: command).clock {
      case .mix: .mix(frame: 4800)
      case .input: .input(frame: 4800)
      case .pause: .pause(mixFrame: 4800, inputFrame: 4900)
      case .drums: .drums
      }
    return JournalEntry(command, at: moment)
  }

  private static func read(_ line: String) throws -> JournalEntry {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return try decoder.decode(JournalEntry.self, from: Data(line.utf8))
  }

  @Test("each command of the registry comes back unchanged from its line, and is possible")
  func registry() throws {
    var names: Set<String> = []
    for entry in try Self.commands() {
      let read = try Self.read(entry.jsonLine)
      #expect(read == entry && read.note == nil, "\(entry.jsonLine)")
      #expect(throws: Never.self) { try read.check() }
      // It is the command's own JSON, too.
      let command = try JSONDecoder().decode(EngineCommand.self, from: Data(entry.jsonLine.utf8))
      names.insert(command.name)
    }
    #expect(names == Set(EngineCommand.bodies.filter { $0.effect != nil }.map { $0.name }))
  }

  @Test("the built-in guess, which has no name, comes back from its line")
  func unnamedProfile() throws {
    let entry = Self.entry(NumberedProfile(number: nil, name: nil, of: .general))
    #expect(try Self.read(entry.jsonLine) == entry)
    #expect(throws: Never.self) { try entry.check() }
  }

  @Test("a note that was played is a line as its event is")
  func note() throws {
    let note = EngineEvent.Note(
      id: HitIdentity(7, from: .midi), action: .on, pad: "kick", place: 0, midiNote: 36,
      velocity: 0.5, startFrame: 500, askedFrame: 480)
    let entry = JournalEntry(note)
    #expect(entry.jsonLine == EngineEvent.note(note).jsonLine)
    #expect(try Self.read(entry.jsonLine) == entry && entry.note == note && entry.moment == nil)
    #expect(throws: Never.self) { try entry.check() }
  }

  @Test(
    "an entry with impossible numbers is distinguished: it would end its replay",
    arguments: [
      #"{"event":"note","id":"72057594037927937","source":"midi","action":"on","place":0,"#
        + #""velocity":1,"startFrame":-9223372036854775808,"askedFrame":0}"#,
      #"{"event":"note","id":"72057594037927937","source":"midi","action":"on","place":-1,"#
        + #""velocity":1,"startFrame":500,"askedFrame":0}"#,
      #"{"event":"note","id":"72057594037927937","source":"midi","action":"on","place":0,"#
        + #""velocity":"nan","startFrame":500,"askedFrame":0}"#,
      #"{"command":"mix.strip","mixFrame":100,"drum":"kick","gain":"nan"}"#,
      #"{"command":"mix.bus","mixFrame":100,"bus":"drums","gain":1e30}"#,
      #"{"command":"mix.bus","mixFrame":-1,"bus":"drums","gain":1}"#,
      #"{"command":"effect.insert","mixFrame":100,"bus":"room","effect":"lowpass","slot":9}"#,
      #"{"command":"effect.insert","mixFrame":100,"bus":"room","effect":"lowpass","slot":1,"#
        + #""values":{"cutoff":"nan"}}"#,
      #"{"command":"effect.set","mixFrame":100,"bus":"room","slot":0,"values":{"cutoff":100}}"#,
      #"{"command":"tempo","mixFrame":100,"beatsPerMinute":1e30}"#,
      #"{"command":"backing.start","mixFrame":100,"path":"/a.wav","hash":"","gainDecibels":1e9,"#
        + #""isLooped":true,"isRecorded":true}"#,
      #"{"command":"hearing","inputFrame":500,"sensitivity":"nan"}"#,
      #"{"command":"hearing","inputFrame":500,"sound":"kick","thresholdDecibels":1e30}"#,
      #"{"command":"hearing","inputFrame":500,"sound":"kick","learnHits":-9223372036854775808}"#,
      #"{"command":"hearing","inputFrame":500,"adapts":true,"sensitivity":50}"#,
      #"{"command":"profile","inputFrame":-500,"sounds":[]}"#,
      #"{"command":"sweep","mixFrame":0,"inputFrame":-1,"left":[0],"right":[0],"delayFrames":0,"#
        + #""gainDecibels":-18,"confidence":0.9,"faintestDecibels":-60}"#,
      #"{"command":"sweep","mixFrame":0,"inputFrame":0,"left":[0,0.1],"right":[0],"#
        + #""delayFrames":0,"gainDecibels":-18,"confidence":0.9,"faintestDecibels":-60}"#,
    ])
  func impossible(line: String) throws {
    let entry = try Self.read(line)
    #expect(throws: EngineError.self) { try entry.check() }
  }

  @Test(
    "a line without its frame, or of a command that does not affect playing, is no entry",
    arguments: [
      #"{"command":"mix.bus","bus":"drums","gain":1}"#,
      #"{"command":"hearing","mixFrame":500,"adapts":true}"#,
      #"{"command":"quit","mixFrame":500}"#, #"{"command":"gong","mixFrame":500}"#,
      #"{"event":"started"}"#, "{}",
    ])
  func none(line: String) {
    #expect(throws: DecodingError.self) { try Self.read(line) }
  }

  @Test("a line is short, and names the sound of a threshold")
  func line() {
    let entry = Self.entry(EngineCommand.Hearing(sound: "snare", thresholdDecibels: -30))
    #expect(
      entry.jsonLine
        == #"{"command":"hearing","inputFrame":4800,"sound":"snare","thresholdDecibels":-30}"#)
  }
}
