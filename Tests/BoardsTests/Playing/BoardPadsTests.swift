// SPDX-License-Identifier: GPL-3.0-or-later
import Firmata
import Testing

@testable import Boards

@Suite struct BoardPadsTests {
  private static let uno = ConnectedBoard(firmware: "FlamPads", profile: .assumed)

  private func hit(_ pad: UInt8, _ peak: UInt16) -> FirmataMessage {
    .pads(.hit(pad: pad, peak: peak, time: BoardTime(ticks: 9)))
  }

  @Test("a board receives the settings of its pads and its pedal")
  func settings() {
    var pad = BoardTable.Pad(input: "A1", plays: "snare")
    pad.thresholdPercent = 10
    pad.scanMilliseconds = 1.5
    var pads = BoardPads(
      BoardTable(pads: [pad], pedal: BoardTable.Pedal(input: "19", closed: 0, open: 1023)))
    let (messages, refusals) = pads.connect(Self.uno, at: 0)
    #expect(refusals.isEmpty)
    #expect(
      messages == [
        .pads(.setting(pad: 1, setting: .threshold, value: 1638)),
        .pads(.setting(pad: 1, setting: .scanTime, value: 15)),
        .pads(.setting(pad: 1, setting: .maskTime, value: 80)),
        .pads(.setting(pad: 1, setting: .retriggerCancel, value: 100)),
        .pads(.setting(pad: 1, setting: .crosstalkCancel, value: 30)),
        .pads(.setting(pad: 1, setting: .isOn, value: 1)),
        .pinMode(pin: 19, mode: .analog), .samplingInterval(milliseconds: 5),
        .reportAnalog(channel: 5, isOn: true),
      ])
  }

  @Test("a hit plays its drum, from the threshold up to the sensitivity's full velocity")
  func velocities() throws {
    var pad = BoardTable.Pad(input: "A0", plays: "snare")
    func velocity(_ peak: UInt16, sensitivity: Double) throws -> Float {
      pad.sensitivity = sensitivity
      var pads = BoardPads(BoardTable(pads: [pad]))
      _ = pads.connect(Self.uno, at: 0)
      let heard = pads.hears(hit(0, peak), at: 0)
      let stroke = try #require(heard)
      #expect(stroke.pads == ["snare"])
      #expect(stroke.time == BoardTime(ticks: 9))
      return stroke.velocity
    }
    #expect(try velocity(16383, sensitivity: 50) == 1)
    #expect(try velocity(8192, sensitivity: 75) == 1)
    #expect(try velocity(4096, sensitivity: 100) == 1)
    #expect(try velocity(393, sensitivity: 50) == 1 / 127)
    // Half of the range from 2.4 % to 100 % is at 51.2 %.
    #expect(abs(try velocity(8388, sensitivity: 50) - 0.5) < 0.001)
    pad.curve = .exp2
    #expect(abs(try velocity(8388, sensitivity: 50) - 0.25) < 0.001)
  }

  @Test("a hi-hat sounds as its pedal stands; the pedal sounds when it closes")
  func hiHat() {
    var pads = BoardPads(
      BoardTable(
        pads: [BoardTable.Pad(input: "A0", plays: "hihat-open")],
        pedal: BoardTable.Pedal(input: "A5", closed: 0, open: 1000)))
    _ = pads.connect(Self.uno, at: 0)
    func strikes() -> [String]? { pads.hears(hit(0, 9000), at: 0)?.pads }
    #expect(strikes()?.first == "hihat-open")
    #expect(pads.hears(.analog(channel: 5, value: 500), at: 0) == nil)
    #expect(strikes()?.prefix(2) == ["hihat-half", "hihat-open"])
    #expect(pads.hears(.analog(channel: 5, value: 0), at: 0)?.pads.first == "hihat-pedal")
    #expect(strikes()?.first == "hihat-closed")
    #expect(pads.hears(.analog(channel: 4, value: 1000), at: 0) == nil)
    #expect(strikes()?.first == "hihat-closed")
  }

  @Test("a pad that is not in the table plays nothing")
  func unknown() {
    var pads = BoardPads(BoardTable(pads: [BoardTable.Pad(input: "A0", plays: "kick")]))
    _ = pads.connect(Self.uno, at: 0)
    #expect(pads.hears(hit(1, 9000), at: 0) == nil)
  }

  @Test("a setting that a board cannot do is reported")
  func refusals() {
    let table = BoardTable(
      pads: [BoardTable.Pad(input: "A7", plays: "kick")],
      pedal: BoardTable.Pedal(input: "A6", closed: 0, open: 1))
    var pads = BoardPads(table)
    #expect(pads.connect(Self.uno, at: 0).refusals.map(\.name) == ["A7", "A6"])
    let standard = ConnectedBoard(firmware: "StandardFirmata.ino", profile: .assumed)
    let reasons = pads.connect(standard, at: 0).refusals.map(\.description)
    #expect(reasons.first?.contains("only the firmware FlamPads sends hits") == true)
  }
}
