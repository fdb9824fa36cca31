// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Testing

@testable import Reports

@Suite struct DeviceTextTests {
  @Test(
    "a lost device is named first, then the reason, then what to do",
    arguments: [
      (true, false, "the microphone 'hw:CARD=USB'"), (false, true, "the loudspeaker 'hw:CARD=USB'"),
      (true, true, "the sound device 'hw:CARD=USB'"),
    ])
  func lost(isInput: Bool, isOutput: Bool, name: String) {
    let text = DeviceText(rateHz: 48_000, still: "Still playing")
    let event = EngineEvent.Device(
      .lost, devices: ["hw:CARD=USB"], isInput: isInput, isOutput: isOutput,
      reason: "it has stopped answering", advice: "plug it in again")
    #expect(
      text.line(event)
        == "\(name) is lost: it has stopped answering; plug it in again. Still playing")
  }
}
