// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Firmata
import Testing

@testable import Boards

@Suite struct BoardKnobsTests {
  private static let uno = ConnectedBoard(firmware: "FlamPads", profile: .assumed)

  @Test(
    "a knob sets a drum's level by the square of its travel, once it is moved, without trembling"
  )
  func turns() {
    var knobs = BoardKnobs(
      BoardTable(knobs: [BoardTable.Knob(input: "A4", sets: "snare", silent: 1000, full: 0)]))
    #expect(
      knobs.connect(Self.uno).messages == [
        .pinMode(pin: 18, mode: .analog), .reportAnalog(channel: 4, isOn: true),
      ])
    func turned(_ value: UInt16) -> EngineCommand? {
      knobs.hears(.analog(channel: 4, value: value))
    }
    #expect(turned(300) == nil)
    #expect(turned(303) == nil)
    var strip = EngineCommand.Strip(drum: "snare")
    strip[.gain] = 0.25
    #expect(turned(500) == .strip(strip))
    #expect(turned(497) == nil)
    strip[.gain] = 0
    #expect(turned(1000) == .strip(strip))
    #expect(turned(1023) == nil)
    #expect(knobs.hears(.analog(channel: 3, value: 0)) == nil)
  }

  @Test("a knob may set a bus, and one at a pin that measures nothing is refused")
  func buses() {
    var knobs = BoardKnobs(
      BoardTable(knobs: [
        BoardTable.Knob(input: "A0", sets: "click"), BoardTable.Knob(input: "13", sets: "kick"),
      ]))
    #expect(knobs.connect(Self.uno).refusals.map(\.name) == ["13"])
    _ = knobs.hears(.analog(channel: 0, value: 0))
    #expect(
      knobs.hears(.analog(channel: 0, value: 1023)) == .bus(EngineCommand.Bus(.click, .gain, 1)))
  }
}
