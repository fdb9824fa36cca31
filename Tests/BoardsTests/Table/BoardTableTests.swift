// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Simulation
import Testing

@testable import Boards

@Suite struct BoardTableTests {
  private let folder = TemporaryFolder()

  private func read(_ text: String) throws(BoardTableError) -> BoardTable {
    try BoardTable.read(path: folder.write(text: text, to: "board.json"))
  }

  private func reason(_ text: String) -> String {
    do throws(BoardTableError) {
      _ = try read(text)
      return ""
    } catch {
      return error.reason
    }
  }

  @Test("a table may be as short as it likes")
  func short() throws {
    #expect(try read("{}") == BoardTable())
    #expect(
      try read(#"{"pads": [{"input": "A0", "plays": "snare", "curve": "exp1"}], "lights": []}"#)
        .pads
        .map(\.curve) == [.exp1])
    #expect(
      try read(#"{"pads": [{"input": "A0", "plays": "snare"}]}"#).pads
        == [BoardTable.Pad(input: "A0", plays: "snare")])
  }

  @Test(
    "a port that begins with 'ble:' is a Bluetooth board, by one of the known services or its own")
  func bluetooth() throws {
    #expect(try read(#"{"port": "ble:FIRMATA"}"#).bluetoothName == "FIRMATA")
    #expect(try read(#"{"port": "ttyACM0"}"#).bluetoothName == nil)
    let own = try read(#"{"port": "ble:DSD TECH", "bluetooth": {"service": "FFE0"}}"#)
    #expect(own.bluetooth?.service?.rawValue == "0000ffe0-0000-1000-8000-00805f9b34fb")
    #expect(reason(#"{"port": "ble:"}"#) == "'ble:' needs a board's name or address behind it")
    #expect(
      reason(#"{"bluetooth": {"notify": "ffe1"}}"#)
        == "'bluetooth' needs a 'port' that begins with 'ble:'")
    #expect(
      reason(#"{"port": "ble:a", "bluetooth": {"notify": "ffe"}}"#)
        == "unknown choice at bluetooth.notify")
  }

  @Test("a hit is reported after the scan time, its bits and the line's longest delay")
  func reporting() throws {
    let bits = 110 / 115_200.0
    func seconds(_ more: String) throws -> Double {
      try read(
        #"{"pads": [{"input": "A0", "plays": "kick", "scanMilliseconds": 3}, "#
          + #"{"input": "A1", "plays": "snare"}]"# + more + "}"
      ).reportingSeconds
    }
    #expect(abs(try seconds("") - (0.003 + bits + 0.001_5)) < 1e-9)
    #expect(abs(try seconds(#", "lineMilliseconds": 5"#) - (0.003 + bits + 0.005)) < 1e-9)
    let slow = try seconds(#", "bitsPerSecond": 57600, "lineMilliseconds": 0"#)
    #expect(abs(slow - (0.003 + 2 * bits)) < 1e-9)
  }

  @Test("a meaningless table is refused with the place of the error")
  func refused() {
    #expect(reason("{") == "it is not JSON")
    #expect(reason(#"{"lineMilliseconds": -1}"#) == "lineMilliseconds -1.0 is not 0.0 to 100.0")
    #expect(reason(#"{"pads": [{"input": "A0"}]}"#) == "'plays' is missing at pads.1")
    #expect(
      reason(#"{"pads": [{"input": 0, "plays": "kick"}]}"#)
        == "unexpected value at pads.1.input")
    #expect(
      reason(#"{"lights": [{"pin": "3", "shows": "moon"}]}"#)
        == "unknown choice at lights.1.shows")
    #expect(
      reason(#"{"pads": [{"input": "A0", "plays": "kick", "crosstalkPercent": 101}]}"#)
        == "crosstalkPercent 101.0 is not 0.0 to 100.0")
    #expect(
      reason(#"{"pedal": {"input": "A0", "closed": 7, "open": 7}}"#)
        == "the pedal is closed and open at the same value")
    #expect(
      reason(#"{"switches": [{"pin": "2", "does": "choke"}]}"#)
        == "the switch '2' does not name a pad")
    #expect(
      reason(#"{"switches": [{"pin": "2", "does": "click", "of": "kick"}]}"#)
        == "'click' needs no pad, such as 'kick'")
    #expect(
      reason(#"{"knobs": [{"input": "A0", "sets": "kick", "silent": 5, "full": 5}]}"#)
        == "the knob is silent and full at the same value")
    #expect(
      reason(#"{"lights": [{"pin": "9", "shows": "hit", "servo": {"fullDegrees": 181}}]}"#)
        == "fullDegrees 181.0 is not 0.0 to 180.0")
    #expect(
      reason(
        #"{"lights": [{"pin": "9", "shows": "hit", "maximumMilliseconds": 5, "servo": {}}]}"#)
        == "the output '9' is either a coil or a servo")
    #expect(reason(#"{"lights": [{"pin": "9", "shows": "lesson", "of": "kick"}]}"#) == "")
    #expect(
      reason(#"{"lights": [{"pin": "9", "shows": "beat", "of": "kick"}]}"#)
        == "'beat' needs no sound or pad, such as 'kick'")
    let seven = Array(repeating: #"{"input": "A0", "plays": "kick"}"#, count: 7)
    #expect(
      reason(#"{"pads": [\#(seven.joined(separator: ","))]}"#)
        == "there are 7 pads, but a board has 6")
    #expect(reason(String(repeating: " ", count: 2_000_000)).contains("more than 1048576 bytes"))
  }

  @Test("a missing table is refused")
  func missing() {
    #expect(throws: BoardTableError.self) {
      try BoardTable.read(path: folder.path + "/none.json")
    }
  }
}
