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
        EngineCommand.Modulate(
          row: 3, Modulation(.place, .room, slot: 2, "cutoff", amount: 0.25)),
        EngineCommand.Modulate(row: 3, nil),
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

  @Test("what the objects of a score did comes back from its line, and is possible")
  func objects() throws {
    let sound = ObjectSound([0.1, 0.2], channelCount: 1)
    let wave = ToneWave(
      [0.1, 0.2, 0.3, 0.4], loop: ToneWave.Loop(1..<3, endsWithNote: true))
    var tone = ToneSettings(wave.view, ratio: 1.5, gains: SIMD2(0.25, 0.75))
    tone.volume.sustain = 0.1
    tone.vibrato.toPitchCents = 12.5
    let actions: [ObjectAction] = [
      .start(sound, play: 1, object: 3, step: ObjectEvent.unitStep),
      .start(sound, play: 2, object: ObjectEvent.speech, step: ObjectEvent.unitStep),
      .note(Tone(wave, tone), play: 3, object: 255), .plain(.end(play: 1)),
      .plain(.release(play: 3)),
      .plain(.volume(0.3, object: 2)), .plain(.bend(cents: -150, object: 2)),
      .plain(.gains(SIMD2(0.1, 1.4142135), object: 2)),
      .plain(.step(ObjectEvent.unitStep * 8, object: 2)), .plain(.pause), .plain(.resume),
      .plain(.silence),
    ]
    let changes = actions.map { ObjectChange($0) { $0 === wave ? 7 : 5 } }
    #expect(changes.map(\.sound) == [5, 5, 7] + [Int?](repeating: nil, count: 9))
    for entry in changes.map({ Self.entry($0) }) + [Self.entry(ObjectGain(object: 2, gain: 0.3))] {
      #expect(try Self.read(entry.jsonLine) == entry, "\(entry.jsonLine)")
      #expect(throws: Never.self) { try entry.check() }
    }
    let kept = changes[2].sound(wave.samples, channelCount: 1)
    guard case .tone(let again) = kept else {
      Issue.record("a note has a tone")
      return
    }
    #expect(again.samples == [0.1, 0.2, 0.3, 0.4] && again.loop == wave.loop)
    guard case .sound(let heard) = changes[0].sound(sound.samples, channelCount: 2) else {
      Issue.record("a start has a sound")
      return
    }
    #expect(heard.samples == [0.1, 0.1, 0.2, 0.2])
  }

  @Test("a note of an object of a score keeps how loud that was")
  func noteOfObject() throws {
    let note = EngineEvent.Note(
      id: HitIdentity(7, from: .score), action: .on, pad: "kick", place: 0, velocity: 0.5,
      startFrame: 500, askedFrame: 480, of: NoteObject(number: 4, gain: 0.3))
    let read = try #require(try Self.read(JournalEntry(note).jsonLine).note)
    #expect(read == note && read.noteObject == NoteObject(number: 4, gain: 0.3))
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
      #"{"event":"note","id":"72057594037927937","source":"midi","action":"on","place":0,"#
        + #""velocity":1,"startFrame":500,"askedFrame":0,"object":-1}"#,
      #"{"command":"object","mixFrame":100,"change":"start","play":1,"object":1099511627776,"#
        + #""sound":1,"step":4294967296}"#,
      #"{"command":"object","mixFrame":100,"change":"start","play":1,"object":0,"step":1}"#,
      #"{"command":"object","mixFrame":100,"change":"start","play":1,"object":0,"sound":1,"step":0}"#,
      #"{"command":"object","mixFrame":100,"change":"gains","object":0,"gains":[1]}"#,
      #"{"command":"object","mixFrame":100,"change":"volume","object":0,"gains":["nan"]}"#,
      #"{"command":"object","mixFrame":-1,"change":"pause"}"#,
      #"{"command":"object.drums","mixFrame":100,"object":0,"gain":"inf"}"#,
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
