// SPDX-License-Identifier: GPL-3.0-or-later
import Firmata
import Testing

@testable import Boards

@Suite struct PadSettingsTests {
  private static let millisecond: Int64 = 1_000_000

  private func message(_ setting: PadSetting, _ value: UInt16) -> FirmataMessage {
    .pads(.setting(pad: 2, setting: setting, value: value))
  }

  @Test("a setting is sent again until the board confirms it")
  func lost() {
    var settings = PadSettings()
    let sent = settings.set([(.threshold, 400), (.isOn, 1)], ofPad: 2, at: 0)
    #expect(sent == [message(.threshold, 400), message(.isOn, 1)])
    settings.holds(400, .threshold, ofPad: 2)
    #expect(settings.nextTickNanoseconds == 500 * Self.millisecond)
    #expect(settings.tick(at: 499 * Self.millisecond).messages == [])
    #expect(settings.tick(at: 500 * Self.millisecond).messages == [message(.isOn, 1)])
    settings.holds(1, .isOn, ofPad: 2)
    #expect(settings.nextTickNanoseconds == .max)
    #expect(settings.tick(at: 10_000 * Self.millisecond).messages == [])
  }

  @Test(
    "a setting that the board does not accept is reported once, in words, and not sent for ever"
  )
  func refused() {
    var settings = PadSettings()
    _ = settings.set([(.maskTime, 9000)], ofPad: 2, at: 0)
    settings.holds(8000, .maskTime, ofPad: 2)
    var (sent, received) = (0, [String]())
    for turn in 1...100 {
      let (messages, refusals) = settings.tick(at: Int64(turn) * 500 * Self.millisecond)
      sent += messages.count
      received += refusals
    }
    #expect(sent == 4)
    #expect(
      received == ["cannot set the mask time of pad A2 to 9000: the board does not accept it"])
  }

  @Test("a value that is set anew before it is confirmed replaces the earlier one")
  func renewed() {
    var settings = PadSettings()
    _ = settings.set([(.threshold, 400)], ofPad: 2, at: 0)
    _ = settings.set([(.threshold, 500)], ofPad: 2, at: 0)
    settings.holds(400, .threshold, ofPad: 2)
    #expect(settings.tick(at: 500 * Self.millisecond).messages == [message(.threshold, 500)])
  }
}
