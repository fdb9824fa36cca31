// SPDX-License-Identifier: GPL-3.0-or-later
import Console
import Instrument
import Simulation
import Testing

@testable import Screen

@Suite struct EffectPresetTests {
  private let folder = TemporaryFolder()
  private var locator: PresetLocator {
    PresetLocator(environment: ["XDG_CONFIG_HOME": folder.path])
  }

  @Test("a text is read with its comment, blanks, several lines of a bus, and effects passed by")
  func text() throws {
    let preset = try EffectPreset(
      text: """
        # Echoes
        # and more

        drums: delay:time=0.3 : feedback=0.5 ,lowpass:cutoff=3000
        room:reverb:off\r
        drums: width
        """)
    #expect(preset.meaning == "Echoes")
    let slots = try BusChain.slots(preset.chains)
    #expect(slots.map(\.bus) == [.drums, .drums, .room, .drums])
    #expect(slots.map(\.slot) == [1, 2, 1, 3])
    #expect(slots[0].setting?["time"] == 0.3 && slots[0].setting?["feedback"] == 0.5)
    #expect(slots[1].setting?["cutoff"] == 3000 && slots[2].setting?.isBypassed == true)
    #expect(try EffectPreset(text: preset.text) == preset)
    #expect(preset.only?.map(\.effect) == [.delay, .lowpass, .width])
    #expect(try EffectPreset(text: "room: reverb").only?.count == 1)
    #expect(try EffectPreset(text: "room: reverb\nmaster: width").only == nil)
  }

  @Test("each effect with odd values is written and read back as the same")
  func roundTrip() throws {
    for effect in Effect.allCases {
      var setting = EffectSetting(effect)
      for parameter in effect.parameters {
        setting[parameter.name] = parameter.scale.moved(parameter.usual, steps: 1.5)
      }
      setting.source = effect.source.map { $0.kind == .bus ? "drums" : "urn:room.wav" }
      if effect == .lv2 { setting["HPfreq"] = 80.5 }
      setting.isBypassed = effect == .delay
      let preset = EffectPreset([BusChain(bus: .master, effects: [setting])])
      #expect(try EffectPreset(text: preset.text) == preset, "\(preset.text)")
    }
  }

  @Test(
    "a wrong line is reported with file, line and what to write",
    arguments: [
      ("# x\ndrums: wobble", 2, "'wobble' is no effect"), (": delay", 1, "write a bus"),
      ("drums", 1, "write a bus"), ("\n\ndrums: lowpass:cutoff=5", 3, "20...20000"),
      ("drums: lowpass:size=3", 1, "has no 'size'"), ("drums: delay,", 1, "'' is no effect"),
      ("drums: \(Array(repeating: "delay", count: 9).joined(separator: ","))", 1, "room for 8"),
    ])
  func wrong(text: String, line: Int, reason: String) {
    let path = folder.write(text: text, to: "wrong.txt")
    let error = #expect(throws: CommandFailure.self) { try locator.preset(path) }
    #expect(error?.code == .brokenData)
    let message = error?.message ?? ""
    #expect(message.contains("'\(path)', line \(line): ") && message.contains(reason), "\(message)")
    #expect(message.contains("drums: delay:time=0.3"))
  }

  @Test("a file without effects, one that is no text, and one that is too large are reported")
  func files() {
    for (bytes, code, reason) in [
      (Array("# nothing".utf8), CommandFailure.Code.brokenData, "has no effect"),
      ([0xff, 0xfe, 0x00], .brokenData, "UTF-8"),
      ([UInt8](repeating: 0x23, count: 70_000), .noInput, "65536 bytes"),
    ] {
      let path = folder.write(bytes, to: "odd.txt")
      let error = #expect(throws: CommandFailure.self) { try locator.preset(path) }
      #expect(error?.code == code && error?.message.contains(reason) == true, "\(path)")
    }
    let missing = #expect(throws: CommandFailure.self) { try locator.preset("polka") }
    #expect(missing?.code == .noInput && missing?.message.contains("crushed, ") == true)
  }

  @Test("a preset of one's own comes before one of Flam's, and both are listed once")
  func names() throws {
    #expect(try locator.preset("dub").chains.count == 1)
    #expect(locator.names.count >= 12 && locator.names == locator.names.sorted())
    let count = locator.names.count
    folder.write(text: "# Mine\ndrums: width:width=0", to: "flam/presets/dub.txt")
    folder.write(text: "room: reverb", to: "flam/presets/My-Own.txt")
    #expect(locator.names.count == count + 1)
    #expect(try locator.preset("Dub").meaning == "Mine")
    #expect(try locator.preset("my own").chains.first?.bus == .room)
  }
}
