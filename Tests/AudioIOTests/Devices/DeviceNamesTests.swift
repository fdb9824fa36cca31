// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import AudioIO

@Suite struct DeviceNamesTests {
  @Test("the name that people know comes first, ALSA's behind it")
  func text() {
    let card = AudioDevice.Entry(
      name: "plughw:CARD=USB,DEV=0",
      lines: ["USB microphone, USB Audio", "Hardware device with all software conversions"])
    #expect(card.title == "USB microphone, USB Audio")
    #expect(card.text == "USB microphone, USB Audio  (plughw:CARD=USB,DEV=0)")
    let plain = AudioDevice.Entry(name: "mixer")
    #expect(plain.title == "mixer" && plain.text == "mixer")
    let device = AudioDevice(
      name: card.name, description: card.lines.joined(separator: ", "), capture: .absent,
      playback: .absent)
    #expect(
      device.text == "USB microphone, USB Audio, Hardware device with all software conversions"
        + "  (plughw:CARD=USB,DEV=0)")
  }
}
