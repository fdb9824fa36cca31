// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import Firmata

@Suite struct BoardProfileTests {
  private let uno = BoardProfile.assumed

  private func pin(_ name: String, _ mode: PinMode, of board: BoardProfile? = nil) -> UInt8? {
    try? (board ?? uno).pin(named: name, for: mode)
  }

  private func refusal(_ name: String, _ mode: PinMode, of board: BoardProfile? = nil) -> String {
    do throws(PinNameError) {
      return "pin \(try (board ?? uno).pin(named: name, for: mode))"
    } catch {
      return error.description
    }
  }

  @Test("the assumed board is an Arduino Uno")
  func assumed() {
    #expect(uno.isAssumed)
    #expect(uno.pins.count == 20)
    #expect(uno.analogChannelCount == 6)
    #expect(uno.pin(analogChannel: 5) == 19)
    #expect(uno.pin(analogChannel: 6) == nil)
    let pwm = uno.pins.indices.filter { uno.pins[$0].supports(.pwm) }
    #expect(pwm == [3, 5, 6, 9, 10, 11])
  }

  @Test("A0, 14 and 0 are the same analog input of an Uno")
  func analogNames() {
    for name in ["A0", "a0", "14", "0"] { #expect(pin(name, .analog) == 14) }
    for name in ["A5", "19", "5"] { #expect(pin(name, .analog) == 19) }
    #expect(pin("A1", .output) == 15)
    #expect(pin("15", .output) == 15)
    #expect(pin("5", .output) == 5)
  }

  @Test("a name that is no pin, or a pin that cannot do it, is refused with those that can")
  func refusals() {
    #expect(
      refusal("6", .analog)
        == "cannot use the pin '6' as analog input: this pin cannot do that; give one of A0, A1, A2, A3, A4, A5"
    )
    #expect(
      refusal("4", .pwm)
        == "cannot use the pin '4' as PWM output: this pin cannot do that; give one of 3, 5, 6, 9, 10, 11"
    )
    for name in ["A6", "20", "99999999999999999999", "A256"] {
      #expect(refusal(name, .analog).contains("the board has no such pin"))
    }
    for name in ["", "A", "-1", "+3", "1.5", "D3", "A0 ", "٣", "AA0"] {
      #expect(refusal(name, .output).contains("name a pin by its number"))
    }
    #expect(refusal("0", .output).contains("this pin cannot"))
  }

  @Test("a board's answers make its profile, also if they differ in length")
  func answers() {
    let analog = [PinCapability(.analog, resolutionBits: 12)]
    let board = BoardProfile(capabilities: [[], analog, analog], analogChannels: [nil, 1])
    #expect(!board.isAssumed)
    #expect(board.pins.map(\.analogChannel) == [nil, 1, nil])
    #expect(pin("A1", .analog, of: board) == 1)
    #expect(refusal("A0", .analog, of: board).contains("give one of A1, 2"))
    let longer = BoardProfile(capabilities: [analog], analogChannels: [0, 1, 2])
    #expect(longer.pins.count == 1)
    let none = BoardProfile(capabilities: [], analogChannels: [])
    #expect(refusal("3", .output, of: none).contains("none of the board's pins can do that"))
    let huge = BoardProfile(
      capabilities: Array(repeating: analog, count: 4000), analogChannels: [])
    #expect(huge.pins.count == 128)
  }
}
