// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Instrument
import Realtime
import Simulation
import SoundFiles
import TestSupport
import Testing

@testable import Engine

/// Effects that come, change and go.
@Suite(.simulated) struct EffectCommandTests {
  private let silent: SilentEngine
  private var engine: Engine { silent.engine }

  init() throws { silent = try SilentEngine() }

  private func perform(_ json: String) throws {
    try engine.perform(JSONDecoder().decode(EngineCommand.self, from: Data(json.utf8)))
  }

  private var racks: [String: [Int: EffectSetting]] { engine.state.racks.filter { !$1.isEmpty } }

  @Test("an effect comes, changes, is bypassed and goes; undo brings each step back", .slow)
  func undo() throws {
    var before = [racks]
    for json in [
      #"{"command":"effect.insert","bus":"drums","effect":"lowpass","values":{"cutoff":800}}"#,
      #"{"command":"effect.insert","bus":"drums","effect":"highpass"}"#,
      #"{"command":"effect.set","bus":"drums","slot":1,"values":{"q":2}}"#,
      #"{"command":"effect.bypass","bus":"drums","slot":1,"isBypassed":true}"#,
      #"{"command":"effect.remove","bus":"drums","slot":1}"#,
      #"{"command":"effect.insert","bus":"master","slot":8,"effect":"bandpass"}"#,
    ] {
      try perform(json)
      #expect(racks != before.last)
      before.append(racks)
    }
    #expect(racks["drums"]?.keys.sorted() == [2] && racks["master"]?[8]?.effect == .bandpass)
    let set = try #require(before[4]["drums"]?[1])
    #expect(set["cutoff"] == 800 && set["q"] == 2 && set.isBypassed)
    before.removeLast()
    while let earlier = before.popLast() {
      try engine.perform(.undo)
      #expect(racks == earlier)
    }
  }

  @Test(
    "an impossible effect is reported, and changes nothing", .slow,
    arguments: [
      (#"{"command":"effect.insert","bus":"drums","slot":9,"effect":"lowpass"}"#, "no slot 9"),
      (
        #"{"command":"effect.insert","bus":"drums","effect":"lowpass","values":{"cutoff":5}}"#,
        "is no cutoff"
      ),
      (
        #"{"command":"effect.insert","bus":"drums","effect":"lowpass","values":{"gain":1}}"#,
        "has no 'gain'"
      ),
      (
        #"{"command":"effect.insert","bus":"room","slot":1,"effect":"lowpass"}"#, "holds a highpass"
      ),
      (#"{"command":"effect.set","bus":"drums","slot":1,"values":{"q":1}}"#, "is empty"),
      (#"{"command":"effect.set","bus":"room","slot":1,"values":{"q":99}}"#, "is no q"),
      (
        #"{"command":"effect.insert","bus":"drums","effect":"compress","source":"speech"}"#,
        "mixed after"
      ),
      (
        #"{"command":"effect.insert","bus":"drums","effect":"lowpass","source":"room"}"#, "takes no"
      ),
      (
        #"{"command":"effect.insert","bus":"drums","effect":"compress","source":"cellar"}"#,
        "is no key"
      ),
      (#"{"command":"effect.bypass","bus":"drums","slot":1,"isBypassed":true}"#, "is empty"),
      (#"{"command":"effect.remove","bus":"drums","slot":1}"#, "is empty"),
      (#"{"command":"effect.move","bus":"drums","slot":1,"to":2}"#, "is empty"),
      (#"{"command":"effect.move","bus":"room","slot":1,"to":9}"#, "no slot 9"),
    ])
  func errors(json: String, reason: String) throws {
    try perform(#"{"command":"effect.insert","bus":"room","effect":"highpass"}"#)
    let before = racks
    let error = #expect(throws: EngineError.self) { try perform(json) }
    #expect(error?.reason.contains(reason) == true, "\(error?.reason ?? "")")
    #expect(racks == before)
  }

  @Test("an effect moves, those between make room, and undo moves it back", .slow)
  func move() throws {
    for effect in ["lowpass", "delay", "crush"] {
      try perform(#"{"command":"effect.insert","bus":"drums","effect":"\#(effect)"}"#)
    }
    try perform(#"{"command":"effect.set","bus":"drums","slot":1,"values":{"cutoff":700}}"#)
    try perform(#"{"command":"effect.bypass","bus":"drums","slot":1,"isBypassed":true}"#)
    let before = racks
    func names() -> [Int: String] { (racks["drums"] ?? [:]).mapValues(\.effect.name) }
    try perform(#"{"command":"effect.move","bus":"drums","slot":1,"to":3}"#)
    #expect(names() == [1: "delay", 2: "crush", 3: "lowpass"])
    #expect(racks["drums"]?[3] == before["drums"]?[1])
    try perform(#"{"command":"effect.move","bus":"drums","slot":2,"to":6}"#)
    #expect(names() == [1: "delay", 2: "lowpass", 6: "crush"])
    try engine.perform(.undo)
    try engine.perform(.undo)
    #expect(racks == before)
  }

  @Test("a key that a compressor did not have is taken back", .slow)
  func undoneKey() throws {
    try perform(#"{"command":"effect.insert","bus":"master","effect":"compress"}"#)
    try perform(#"{"command":"effect.bypass","bus":"master","slot":1,"isBypassed":true}"#)
    let before = racks
    try perform(
      #"{"command":"effect.set","bus":"master","slot":1,"values":{"ratio":9},"source":"drums"}"#)
    #expect(racks["master"]?[1]?.source == "drums")
    try engine.perform(.undo)
    #expect(racks == before)
  }

  @Test("of changes that belong together none stays if one is not possible", .slow)
  func together() throws {
    try perform(#"{"command":"effect.insert","bus":"drums","effect":"lowpass"}"#)
    let before = racks
    let error = #expect(throws: EngineError.self) {
      try engine.perform(together: [
        .removeEffect(EngineCommand.RemoveEffect(.drums, slot: 1)),
        .insertEffect(EngineCommand.InsertEffect(.drums, .delay)),
        .insertEffect(EngineCommand.InsertEffect(RackPlace(named: "gong"), .delay)),
      ])
    }
    #expect(error?.reason.contains("gong") == true)
    #expect(racks == before)
  }

  @Test("a rack takes eight, and then reports that it is full", .slow)
  func full() throws {
    let insert = EngineCommand.insertEffect(EngineCommand.InsertEffect(.drums, .lowpass))
    for _ in 1...8 { try engine.perform(insert) }
    let error = #expect(throws: EngineError.self) { try engine.perform(insert) }
    #expect(error?.reason.contains("all its 8 slots") == true)
    #expect(racks["drums"]?.keys.sorted() == Array(1...8))
  }

  @Test("effects on the way of the drums are part of their delay, those of others are not", .slow)
  func delay() throws {
    try engine.start()
    defer {
      engine.stop()
      engine.finish()
    }
    let usual = engine.expectedDelay.milliseconds
    let changes: [(json: String, laterFrames: Int)] = [
      (#"{"command":"effect.insert","bus":"microphone","effect":"pitch"}"#, 0),
      (#"{"command":"effect.insert","bus":"drums","effect":"pitch"}"#, 1024),
      (#"{"command":"effect.insert","bus":"master","effect":"fir"}"#, 1024 + 50),
      (#"{"command":"effect.set","bus":"master","slot":1,"values":{"taps":11}}"#, 1024 + 5),
      (#"{"command":"effect.bypass","bus":"drums","slot":1,"isBypassed":true}"#, 5),
    ]
    for (json, laterFrames) in changes {
      let laterMilliseconds = Double(laterFrames) / 48
      try perform(json)
      MonotonicClock.sleep(microseconds: 200_000)
      let delay = engine.expectedDelay
      #expect(abs(delay.milliseconds - usual - laterMilliseconds) < 1e-9, "\(json)")
      let shown = try #require(engine.state.delay?.milliseconds)
      #expect(abs(shown - delay.milliseconds) < 1e-9)
      let effects = delay.items.stages.first { $0.name == .effects }
      #expect(abs((effects?.milliseconds ?? 0) - laterMilliseconds) < 1e-9)
    }
  }

  @Test("a drum has effects of its own, by any of its names, and undo brings each step back", .slow)
  func pads() throws {
    var before = [racks]
    for json in [
      #"{"command":"effect.insert","bus":"38","effect":"lowpass","values":{"cutoff":800}}"#,
      #"{"command":"effect.insert","bus":"Snare","effect":"delay"}"#,
      #"{"command":"effect.set","bus":"38","slot":1,"values":{"q":2}}"#,
      #"{"command":"effect.bypass","bus":"snare","slot":1,"isBypassed":true}"#,
      #"{"command":"effect.remove","bus":"38","slot":1}"#,
      #"{"command":"effect.remove","bus":"38","slot":2}"#,
    ] {
      try perform(json)
      #expect(racks != before.last)
      before.append(racks)
    }
    #expect(racks.isEmpty && before[3].keys.sorted() == ["snare"])
    before.removeLast()
    while let earlier = before.popLast() {
      try engine.perform(.undo)
      #expect(racks == earlier)
    }
  }

  @Test("a drum that is not there is refused with the names that are, and so are several", .slow)
  func wrongPads() throws {
    for (name, reason, advice) in [
      ("gong", "there is no bus 'gong', and the kit has no such drum", "side-stick, snare"),
      ("hihat", "'hihat' is several drums", "hihat-closed"),
    ] {
      let error = #expect(throws: EngineError.self) {
        try perform(#"{"command":"effect.insert","bus":"\#(name)","effect":"lowpass"}"#)
      }
      #expect(error?.reason.contains(reason) == true, "\(error?.reason ?? "")")
      #expect(error?.advice.contains(advice) == true, "\(error?.advice ?? "")")
    }
    #expect(racks.isEmpty)
  }

  @Test("sixteen drums can have effects, and the next is refused until one has none", .slow)
  func sixteen() throws {
    let folder = TemporaryFolder()
    let many = try Self.kit("many", notes: 90...106, in: folder)
    let silent = try SilentEngine { $0.kit = many }
    func insert(_ note: Int) throws {
      try silent.engine.perform(
        .insertEffect(EngineCommand.InsertEffect(RackPlace(named: "\(note)"), .lowpass)))
    }
    for note in 90..<106 { try insert(note) }
    let error = #expect(throws: EngineError.self) { try insert(106) }
    #expect(error?.reason.contains("16 drums have effects") == true, "\(error?.reason ?? "")")
    let first = RackPlace(named: "90")
    try silent.engine.perform(.removeEffect(EngineCommand.RemoveEffect(first, slot: 1)))
    try insert(106)
    #expect(silent.engine.state.filledRacks.count == 16)
  }

  @Test("effects of a drum that another kit lacks rest, and come back with the drum", .slow)
  func otherKit() throws {
    let folder = TemporaryFolder()
    let few = try Self.kit("few", notes: 36...36, in: folder)
    let other = try SilentEngine.otherKit(in: folder.path)
    try engine.start()
    defer { engine.stop() }
    try perform(#"{"command":"effect.insert","bus":"snare","effect":"lowpass"}"#)
    #expect(engine.state.restingRacks.isEmpty)
    try engine.perform(.kit(EngineCommand.Kit(name: few)))
    #expect(eventually { engine.state.restingRacks == ["snare"] })
    try perform(#"{"command":"effect.set","bus":"snare","slot":1,"values":{"q":2}}"#)
    try engine.perform(.kit(EngineCommand.Kit(name: other)))
    #expect(eventually { engine.state.restingRacks.isEmpty })
    #expect(engine.state.rack(of: .pad("snare"))[1]?["q"] == 2)
  }

  /// A kit with a drum for each note.
  private static func kit(
    _ name: String, notes: ClosedRange<Int>, in folder: TemporaryFolder
  ) throws -> String {
    for note in notes {
      var file = try SoundFileWriter(
        path: "\(folder.path)/drum-\(note).wav", sampleRateHz: 48_000, channelCount: 1,
        isOverwriting: true)
      try Signal.noise(count: 480, amplitude: 0.4, seed: 1).withUnsafeBufferPointer {
        try file.write($0)
      }
      try file.commit()
    }
    // Numbers at the end of a name do not count.
    let regions = notes.map { note in
      let letter = UnicodeScalar(UInt8(ascii: "a") + UInt8(note - notes.lowerBound))
      return "<region> region_label=pad\(letter) key=\(note) sample=drum-\(note).wav"
    }
    return folder.write(text: regions.joined(separator: "\n"), to: "\(name).sfz")
  }

  @Test(
    "an effect of a file is read before it takes place, and undone; another file replaces it", .slow
  )
  func files() throws {
    let folder = TemporaryFolder()
    for (name, gain) in [("a.wav", 0.5), ("b.wav", 0.25)] as [(String, Float)] {
      var writer = try SoundFileWriter(
        path: "\(folder.path)/\(name)", sampleRateHz: 44_100, channelCount: 1)
      try writer.write([gain, 0, 0, 0])
      try writer.finish()
    }
    let (one, other) = ("\(folder.path)/a.wav", "\(folder.path)/b.wav")
    try engine.perform(
      .insertEffect(EngineCommand.InsertEffect(.drums, .convolve, source: one)))
    let first = try #require(racks["drums"]?[1])
    #expect(first.source == one && first.sourceHash?.count == 64)
    try engine.perform(
      .setEffect(EngineCommand.SetEffect(.drums, slot: 1, values: ["mix": 0.5], source: other)))
    let second = try #require(racks["drums"]?[1])
    #expect(second.source == other && second.sourceHash != first.sourceHash)
    try engine.perform(.undo)
    #expect(racks["drums"]?[1] == first)
    try perform(#"{"command":"effect.remove","bus":"drums","slot":1}"#)
    try engine.perform(.undo)
    #expect(racks["drums"]?[1] == first)
    for (path, reason) in [
      ("\(folder.path)/none.wav", "No such file"),
      (folder.write(text: "no sound", to: "c.wav"), ""),
      ("", "no file"),
    ] {
      let insert = EngineCommand.InsertEffect(.drums, .convolve, source: path)
      let error = #expect(throws: EngineError.self) { try engine.perform(.insertEffect(insert)) }
      #expect(error?.reason.contains(reason) == true || reason.isEmpty, "\(error?.reason ?? "")")
    }
    let none = EngineCommand.InsertEffect(.drums, .convolve)
    let error = #expect(throws: EngineError.self) { try engine.perform(.insertEffect(none)) }
    #expect(error?.reason == "a convolve needs its file")
    #expect(racks["drums"]?.count == 1)
  }

  @Test("a state with effects is written as JSON and read back", .slow)
  func state() throws {
    try perform(#"{"command":"effect.insert","bus":"room","effect":"highpass"}"#)
    let data = try JSONEncoder().encode(engine.state)
    #expect(try JSONDecoder().decode(EngineState.self, from: data).racks == engine.state.racks)
    let json = try JSONSerialization.jsonObject(with: data) as? [String: Any]
    let rack = (json?["racks"] as? [String: [String: [String: Any]]])?["room"]
    #expect(rack?["1"]?["effect"] as? String == "highpass")
  }
}
