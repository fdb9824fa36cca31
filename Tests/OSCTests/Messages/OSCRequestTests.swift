// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Foundation
import Instrument
import Sequencing
import Testing

@testable import OSC

/// The commands that messages request.
@Suite struct OSCRequestTests {
  static let host = CommandHost(
    kitPath: { $0 == "mine" ? "/kits/mine" : nil }, hasProfile: { $0 == "general" },
    recordingPath: { "/usual/new.wav" },
    presets: EffectPresets(
      list: { [] },
      slots: { name throws(EngineError) in
        guard name == "dub" else {
          throw EngineError("use '\(name)'", reason: "there is none", advice: "take dub")
        }
        return [SlotChange(.drums, slot: 1, EffectSetting(.delay))]
      }, keep: { name, _ in name }))

  private func request(
    _ address: String, _ arguments: OSCMessage.Argument...
  ) throws(OSCFault) -> OSCRequest {
    try OSCRequest(OSCMessage(address, arguments), Self.host)
  }

  private func strip(_ edit: (inout StripChange) -> Void) -> OSCRequest {
    var change = StripChange(drum: "snare")
    edit(&change)
    return .command(.strip(change))
  }

  @Test("each address is one command, of the source 'osc'")
  func commands() throws {
    #expect(
      try request("/flam/note/on", .text("kick"), .float(0.5))
        == .command(.noteOn(EngineCommand.NoteOn(pad: "kick", velocity: 0.5, source: .osc))))
    #expect(
      try request("/flam/note/on", .text("kick"), .float(0.5), .float(60.5))
        == .command(
          .noteOn(EngineCommand.NoteOn(pad: "kick", key: 60.5, velocity: 0.5, source: .osc))))
    #expect(
      try request("/flam/note/choke", .text("crash"))
        == .command(.choke(EngineCommand.Choke(pad: "crash", source: .osc))))
    #expect(try request("/flam/strip/gain", .text("snare"), .float(2)) == strip { $0[.gain] = 2 })
    #expect(try request("/flam/strip/pan", .text("snare"), .float(-1)) == strip { $0[.pan] = -1 })
    #expect(try request("/flam/strip/send", .text("snare"), .int(1)) == strip { $0[.send] = 1 })
    #expect(
      try request("/flam/strip/delay", .text("snare"), .float(0.5)) == strip { $0[.delay] = 0.5 })
    #expect(try request("/flam/strip/mute", .text("snare"), .int(1)) == strip { $0[.mute] = 1 })
    #expect(
      try request("/flam/strip/solo", .text("snare"), .float(0)) == strip { $0[.solo] = 0 })
    #expect(
      try request("/flam/bus/gain", .text("room"), .float(0.5))
        == .command(.bus(EngineCommand.Bus(.room, .gain, 0.5))))
    #expect(
      try request("/flam/bus/mute", .text("room"), .int(3))
        == .command(.bus(BusChange(.room, .mute, 1))))
    #expect(try request("/flam/preset", .text("dub")) == .preset("dub"))
    #expect(
      try request("/flam/effect/insert", .text("drums"), .text("lowpass"), .int(2))
        == .command(.insertEffect(EngineCommand.InsertEffect(.drums, .lowpass, slot: 2))))
    #expect(
      try request("/flam/effect/remove", .text("Snare"), .int(1))
        == .command(.removeEffect(EngineCommand.RemoveEffect(.pad("snare"), slot: 1))))
    #expect(
      try request("/flam/effect/set", .text("drums"), .int(2), .text("cutoff"), .float(800))
        == .command(
          .setEffect(EngineCommand.SetEffect(.drums, slot: 2, values: ["cutoff": 800]))))
    #expect(
      try request("/flam/effect/bypass", .text("drums"), .int(2), .int(1))
        == .command(
          .bypassEffect(EngineCommand.BypassEffect(.drums, slot: 2, isBypassed: true))))
    #expect(
      try request("/flam/effect/remove", .text("drums"), .int(2))
        == .command(.removeEffect(EngineCommand.RemoveEffect(.drums, slot: 2))))
    #expect(
      try request("/flam/effect/move", .text("drums"), .int(2), .int(1))
        == .command(.moveEffect(EngineCommand.MoveEffect(.drums, slot: 2, to: 1))))
    let row = Modulation(.velocity, .drums, slot: 2, "cutoff", amount: 0.5)
    #expect(
      try request(
        "/flam/modulate", .text("velocity"), .text("drums"), .int(2), .text("cutoff"), .float(0.5))
        == .command(.modulate(EngineCommand.Modulate(row))))
    #expect(
      try request("/flam/modulate/remove", .int(3))
        == .command(.modulate(EngineCommand.Modulate(row: 3, nil))))
    #expect(
      try request("/flam/tempo", .float(120))
        == .command(.tempo(EngineCommand.Tempo(beatsPerMinute: 120))))
    #expect(
      try request("/flam/meter", .text("6/8"))
        == .command(.tempo(EngineCommand.Tempo(meter: Meter("6/8")))))
    #expect(
      try request("/flam/click", .int(1))
        == .command(.tempo(EngineCommand.Tempo(isClicking: true))))
    #expect(
      try request("/flam/pattern/load", .text("rock"))
        == .command(.loadPattern(EngineCommand.Pattern(path: Grooves.path("rock")))))
    #expect(
      try request("/flam/kit", .text("mine"))
        == .command(.kit(EngineCommand.Kit(name: "/kits/mine"))))
    #expect(
      try request("/flam/profile", .text("general"))
        == .command(.profile(EngineCommand.Profile(name: "general"))))
    #expect(
      try request("/flam/hearing/sensitivity", .float(40))
        == .command(.hearing(EngineCommand.Hearing(sensitivity: 40))))
    #expect(
      try request("/flam/record/start")
        == .command(.record(EngineCommand.Record(path: "/usual/new.wav").ofGuest)))
    for (name, trigger) in [
      ("sensitivity", EngineCommand.Trigger(input: "A0", sensitivity: 2.4)),
      ("threshold", EngineCommand.Trigger(input: "A0", thresholdPercent: 2.4)),
      ("mask", EngineCommand.Trigger(input: "A0", maskMilliseconds: 2.4)),
      ("crosstalk", EngineCommand.Trigger(input: "A0", crosstalkPercent: 2.4)),
      ("scan", EngineCommand.Trigger(input: "A0", scanMilliseconds: 2.4)),
      ("retrigger", EngineCommand.Trigger(input: "A0", retriggerMilliseconds: 2.4)),
    ] {
      #expect(
        try request("/flam/trigger/\(name)", .text("A0"), .float(2.4))
          == .command(.trigger(trigger)))
    }
    #expect(
      try request("/flam/trigger/curve", .text("A0"), .text("exp1"))
        == .command(.trigger(EngineCommand.Trigger(input: "A0", curve: .exp1))))
    #expect(try request("/flam/record/stop") == .command(.endRecording))
    #expect(try request("/flam/undo") == .command(.undo))
    #expect(try request("/flam/sweep") == .command(.sweep))
    #expect(try request("/flam/mix/unsolo") == .command(.endSolo))
    #expect(try request("/flam/backing/start") == .command(.startBacking))
    #expect(try request("/flam/subscribe") == .subscribe(seconds: nil, port: nil))
    #expect(
      try request("/flam/subscribe", .int(60), .int(9000)) == .subscribe(seconds: 60, port: 9000))
    #expect(try request("/flam/unsubscribe", .int(9000)) == .unsubscribe(port: 9000))
  }

  @Test("JSON requests the same commands, and no others")
  func json() throws {
    func command(_ text: String) throws(OSCFault) -> OSCRequest {
      try request("/flam/command", .text(text))
    }
    #expect(
      try command(#"{"command":"note.on","pad":"kick","velocity":1,"source":"page"}"#)
        == .command(.noteOn(EngineCommand.NoteOn(pad: "kick", velocity: 1, source: .osc))))
    #expect(
      try command(#"{"command":"recording.start","path":""}"#)
        == .command(.record(EngineCommand.Record(path: "/usual/new.wav").ofGuest)))
    #expect(
      try command(#"{"command":"sound.pad","sound":"kick","pad":"clap"}"#)
        == .command(.soundPad(EngineCommand.SoundPad(sound: "kick", pad: "clap"))))
    for text in [
      #"{"command":"quit"}"#, #"{"command":"backing.load","path":"/etc/passwd"}"#,
      #"{"command":"recording.start","path":"/home/me/.profile"}"#,
      #"{"command":"kit","name":"/etc/passwd"}"#, #"{"command":"profile","name":"../../x"}"#,
      #"{"command":"session.start","folder":"/tmp"}"#, #"{"command":"period","frames":64}"#,
      #"{"command":"hearing","adapts":false}"#,
      #"{"command":"hearing","sound":"kick","learnHits":4}"#, "", "[]", "{",
      String(repeating: "[", count: 60_000),
    ] {
      #expect(throws: OSCFault.self, "\(text.prefix(60))") { try command(text) }
    }
  }

  @Test("values that an address does not accept are a fault that names the accepted ones")
  func faults() {
    func fault(_ address: String, _ arguments: OSCMessage.Argument...) -> OSCFault? {
      do throws(OSCFault) {
        _ = try OSCRequest(OSCMessage(address, arguments), Self.host)
        return nil
      } catch { return error }
    }
    #expect(
      fault("/flam/note/on", .text("kick"))
        == OSCFault(address: "/flam/note/on", reason: "it takes s:pad f:velocity [f:key]"))
    #expect(
      fault("/flam/undo", .int(1)) == OSCFault(address: "/flam/undo", reason: "it takes nothing"))
    #expect(
      fault("/flam/note/on", .float(1), .text("kick"))?.reason
        == "it takes s:pad f:velocity [f:key]")
    #expect(fault("/flam/tempo", .float(.nan)) != nil)
    #expect(fault("/flam/tempo", .other) != nil)
    #expect(fault("/flam/meter", .text("6/5"))?.reason.contains("no meter") == true)
    #expect(fault("/flam/*", .int(1))?.reason == "Flam knows no such address")
    #expect(fault("/flam/bus/gain", .text("cellar"), .float(1))?.reason.contains("master") == true)
    #expect(
      fault("/flam/effect/insert", .text("room"), .text("wobble"))?.reason.contains("lowpass")
        == true)
    #expect(fault("/flam/kit", .text("/etc/passwd")) != nil)
    #expect(fault("/flam/pattern/load", .text("/etc/passwd")) != nil)
    #expect(
      fault("/flam/trigger/curve", .text("A0"), .text("round"))?.reason.contains("exp1") == true)
    #expect(fault("/flam/subscribe", .int(30), .int(70_000)) != nil)
    #expect(fault("/flam/subscribe", .int(30), .float(0.5)) != nil)
  }

  @Test("the documents list every address, or the command with only its name")
  func documents() throws {
    func text(_ page: String) throws -> String {
      let file = URL(filePath: #filePath).deletingLastPathComponent().appending(
        path: "../../../docs/\(page)")
      return try String(contentsOf: file.standardized, encoding: .utf8)
    }
    let (messages, commands) = (try text("osc.md"), try text("engine.md"))
    for address in OSCRequest.addresses {
      let name = address.dropFirst("/flam/".count).replacing("/", with: ".")
      let isPlain = EngineCommand.plain.contains { $0.name == name }
      #expect(
        messages.contains("`\(address)") || isPlain && commands.contains("`\(name)`"),
        "\(address)")
    }
  }
}
