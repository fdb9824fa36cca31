// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Simulation
import Testing

@testable import Boards

@Suite struct TriggerSettingTests {
  private let folder = TemporaryFolder()

  @Test("a pad is set by the names that drummers know, and lists its settings")
  func sets() {
    var pad = BoardTable.Pad(input: "A0", plays: "snare")
    #expect(pad.set(.threshold, to: "3.5") == nil)
    #expect(pad.set(.curve, to: "exp1") == nil)
    #expect(
      pad.settingsText
        == "sensitivity 50.0, threshold 3.5 %, curve exp1, mask 8.0 ms, crosstalk 30.0 %, scan 2.0 ms, retrigger 10.0 ms"
    )
  }

  @Test("an impossible setting is refused in words, and changes nothing")
  func refuses() {
    var pad = BoardTable.Pad(input: "A0", plays: "snare")
    #expect(pad.set(.mask, to: "long") == "'long' is not a number; 'mask' takes one")
    #expect(pad.set(.crosstalk, to: "101") == "crosstalkPercent 101.0 is not 0.0 to 100.0")
    #expect(
      pad.set(.curve, to: "round")?.hasPrefix("there is no curve 'round'; curves are") == true)
    #expect(pad == BoardTable.Pad(input: "A0", plays: "snare"))
  }

  @Test("a setting is stored, and the rest of the table is kept")
  func keeps() throws {
    let path = folder.write(
      text:
        #"{"port": "ttyACM0", "pads": [{"input": "A0", "plays": "kick"}, {"input": "A1", "plays": "clap", "scanMilliseconds": 3}]}"#,
      to: "board.json")
    try BoardTable.keep(EngineCommand.Trigger(input: "A1", maskMilliseconds: 12), path: path)
    var pad = BoardTable.Pad(input: "A1", plays: "clap")
    _ = pad.set(.scan, to: "3")
    _ = pad.set(.mask, to: "12")
    let table = try BoardTable.read(path: path)
    #expect(table.port == "ttyACM0")
    #expect(table.pads == [BoardTable.Pad(input: "A0", plays: "kick"), pad])
    #expect(throws: BoardTableError.self) {
      try BoardTable.keep(EngineCommand.Trigger(input: "A5", sensitivity: 1), path: path)
    }
  }

  @Test(
    "the command that sets one setting sets that one and no other",
    arguments: TriggerSetting.allCases)
  func command(_ setting: TriggerSetting) {
    var pad = BoardTable.Pad(input: "A0", plays: "kick")
    #expect(pad.set(setting, to: setting == .curve ? "exp2" : "7") == nil)
    var other = BoardTable.Pad(input: "A0", plays: "kick")
    let before = other
    #expect(other.set(pad.command(setting)) == nil)
    #expect(other == pad && other != before)
  }
}
