// SPDX-License-Identifier: GPL-3.0-or-later
import Firmata
import Testing

@testable import Boards

@Suite struct BoardSwitchesTests {
  private static let millisecond: Int64 = 1_000_000
  private static let uno = ConnectedBoard(firmware: "FlamPads", profile: .assumed)

  private func switches(_ wired: BoardTable.Switch...) -> BoardSwitches {
    var switches = BoardSwitches(BoardTable(switches: wired))
    _ = switches.connect(Self.uno)
    return switches
  }

  /// The switches pressed while a port has these bits, at a time.
  private func pressed(
    _ switches: inout BoardSwitches, _ bits: UInt8, port: UInt8 = 0, at milliseconds: Int64
  ) -> [BoardTable.Switch.Action] {
    switches.hears(.digitalPort(port: port, bits: bits), at: milliseconds * Self.millisecond)
      .map(\.does)
  }

  @Test("a board is asked for pull-ups and for reports of the ports, once each")
  func connects() {
    var switches = BoardSwitches(
      BoardTable(switches: [
        BoardTable.Switch(pin: "2", does: .click), BoardTable.Switch(pin: "3", does: .undo),
        BoardTable.Switch(pin: "A0", does: .tap), BoardTable.Switch(pin: "1", does: .mute),
      ]))
    let (messages, refusals) = switches.connect(Self.uno)
    #expect(
      messages == [
        .pinMode(pin: 2, mode: .pullUp), .pinMode(pin: 3, mode: .pullUp),
        .pinMode(pin: 14, mode: .pullUp), .reportDigital(port: 0, isOn: true),
        .reportDigital(port: 1, isOn: true),
      ])
    #expect(refusals.map(\.name) == ["1"])
  }

  @Test("a press counts once, with all its bounces, and the first state of a switch is no press")
  func presses() {
    var switches = switches(
      BoardTable.Switch(pin: "2", does: .click), BoardTable.Switch(pin: "10", does: .undo))
    #expect(pressed(&switches, 0b0000, at: 0) == [])
    #expect(pressed(&switches, 0b0100, at: 50) == [])
    #expect(pressed(&switches, 0b0000, at: 100) == [.click])
    #expect(pressed(&switches, 0b0100, at: 102) == [])
    #expect(pressed(&switches, 0b0000, at: 104) == [])
    // Released, it bounces, too.
    #expect(pressed(&switches, 0b0100, at: 300) == [])
    #expect(pressed(&switches, 0b0000, at: 303) == [])
    #expect(pressed(&switches, 0b0100, at: 305) == [])
    #expect(pressed(&switches, 0b0000, at: 400) == [.click])
    #expect(pressed(&switches, 0b0100, port: 1, at: 400) == [])
    #expect(pressed(&switches, 0b0000, port: 1, at: 500) == [.undo])
  }

  @Test("a switch that is closed at rest is pressed when it opens")
  func closedAtRest() {
    var switches = switches(BoardTable.Switch(pin: "2", does: .tap, isClosedAtRest: true))
    #expect(pressed(&switches, 0b0000, at: 0) == [])
    #expect(pressed(&switches, 0b0100, at: 100) == [.tap])
    #expect(pressed(&switches, 0b0000, at: 200) == [])
  }
}
