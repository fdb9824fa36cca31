// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import Firmata

/// Bytes are written out from the tables of protocol.md and servos.md (github.com/firmata/protocol), those of our pads from
/// docs/boards.md; none comes from the encoder.
@Suite struct FirmataWireTests {
  struct Golden: Sendable, CustomTestStringConvertible {
    let message: FirmataMessage
    let sender: FirmataDecoder.Sender
    let bytes: [UInt8]
    var testDescription: String { "\(message)" }

    init(_ sender: FirmataDecoder.Sender, _ message: FirmataMessage, _ bytes: [UInt8]) {
      self.message = message
      self.sender = sender
      self.bytes = bytes
    }
  }

  static let golden: [Golden] = [
    // "eg 0x92 is the third port, port 2"; pins 0 to 6 in the second byte, pin 7 in the third
    Golden(.board, .digitalPort(port: 2, bits: 0b1000_0101), [0x92, 0x05, 0x01]),
    Golden(.host, .digitalPort(port: 0, bits: 0b0111_1111), [0x90, 0x7F, 0x00]),
    Golden(.board, .analog(channel: 0, value: 1023), [0xE0, 0x7F, 0x07]),
    Golden(.host, .analog(channel: 15, value: 16383), [0xEF, 0x7F, 0x7F]),
    Golden(.host, .reportAnalog(channel: 1, isOn: true), [0xC1, 0x01]),
    Golden(.host, .reportDigital(port: 1, isOn: false), [0xD1, 0x00]),
    Golden(.host, .pinMode(pin: 14, mode: .analog), [0xF4, 0x0E, 0x02]),
    Golden(.host, .pinMode(pin: 2, mode: .pullUp), [0xF4, 0x02, 0x0B]),
    Golden(.host, .digitalPin(pin: 13, isHigh: true), [0xF5, 0x0D, 0x01]),
    Golden(.host, .versionQuery, [0xF9]),
    Golden(.board, .version(major: 2, minor: 5), [0xF9, 0x02, 0x05]),
    Golden(.host, .reset, [0xFF]),
    Golden(.host, .firmwareQuery, [0xF0, 0x79, 0xF7]),
    // "first 7-bits of firmware name, second 7-bits": 0x46 'F', 0x6C 'l'; é is 0xC3 0xA9 in UTF-8
    Golden(
      .board, .firmware(major: 2, minor: 5, name: "Flé"),
      [0xF0, 0x79, 0x02, 0x05, 0x46, 0x00, 0x6C, 0x00, 0x43, 0x01, 0x29, 0x01, 0xF7]),
    Golden(.board, .firmware(major: 1, minor: 0, name: ""), [0xF0, 0x79, 0x01, 0x00, 0xF7]),
    Golden(.host, .analogMappingQuery, [0xF0, 0x69, 0xF7]),
    Golden(.board, .analogMapping([nil, 0, 1]), [0xF0, 0x6A, 0x7F, 0x00, 0x01, 0xF7]),
    Golden(.host, .capabilityQuery, [0xF0, 0x6B, 0xF7]),
    // A pin without modes, one with output and PWM of 8 bits, one with analog input of 10 bits and a mode that has no name.
    Golden(
      .board,
      .capabilities([
        [],
        [PinCapability(.output, resolutionBits: 1), PinCapability(.pwm, resolutionBits: 8)],
        [
          PinCapability(.analog, resolutionBits: 10),
          PinCapability(PinMode(rawValue: 8), resolutionBits: 21),
        ],
      ]),
      [0xF0, 0x6C, 0x7F, 0x01, 0x01, 0x03, 0x08, 0x7F, 0x02, 0x0A, 0x08, 0x15, 0x7F, 0xF7]),
    Golden(.host, .pinStateQuery(pin: 9), [0xF0, 0x6D, 0x09, 0xF7]),
    Golden(
      .board, .pinState(pin: 9, mode: .pwm, state: 200), [0xF0, 0x6E, 0x09, 0x03, 0x48, 0x01, 0xF7]
    ),
    Golden(
      .board, .pinState(pin: 3, mode: .output, state: 1), [0xF0, 0x6E, 0x03, 0x01, 0x01, 0xF7]),
    Golden(
      .host, .extendedAnalog(pin: 20, value: 128), [0xF0, 0x6F, 0x14, 0x00, 0x01, 0xF7]),
    Golden(
      .host, .extendedAnalog(pin: 3, value: 0x1_0000), [0xF0, 0x6F, 0x03, 0x00, 0x00, 0x04, 0xF7]),
    // 544 = 4 · 128 + 32; 2400 = 18 · 128 + 96
    Golden(
      .host, .servoConfig(pin: 9, minimumMicroseconds: 544, maximumMicroseconds: 2400),
      [0xF0, 0x70, 0x09, 0x20, 0x04, 0x60, 0x12, 0xF7]),
    Golden(.board, .string("No"), [0xF0, 0x71, 0x4E, 0x00, 0x6F, 0x00, 0xF7]),
    Golden(.host, .samplingInterval(milliseconds: 19), [0xF0, 0x7A, 0x13, 0x00, 0xF7]),
    Golden(.host, .samplingInterval(milliseconds: 1000), [0xF0, 0x7A, 0x68, 0x07, 0xF7]),
    // I2C, which is not ours, is passed on.
    Golden(.host, .other(id: 0x78, payload: [0x00, 0x00]), [0xF0, 0x78, 0x00, 0x00, 0xF7]),
    Golden(
      .board, .pads(.hit(pad: 5, peak: 8191, time: BoardTime(ticks: 16383))),
      [0xF0, 0x01, 0x05, 0x7F, 0x3F, 0x7F, 0x7F, 0xF7]),
    Golden(.host, .pads(.keepAlive(number: 7)), [0xF0, 0x02, 0x07, 0xF7]),
    Golden(
      .board, .pads(.alive(number: 7, time: BoardTime(ticks: 129))),
      [0xF0, 0x02, 0x07, 0x01, 0x01, 0xF7]),
    Golden(
      .host, .pads(.settingQuery(pad: 0, setting: .crosstalkCancel)),
      [0xF0, 0x03, 0x00, 0x05, 0xF7]),
    Golden(
      .host, .pads(.setting(pad: 3, setting: .threshold, value: 300)),
      [0xF0, 0x03, 0x03, 0x01, 0x2C, 0x02, 0xF7]),
    Golden(
      .host, .pads(.maximumOnTime(pin: 7, milliseconds: 150)),
      [0xF0, 0x04, 0x07, 0x16, 0x01, 0xF7]),
  ]

  @Test("a message has the protocol's bytes", arguments: golden)
  func encodes(golden: Golden) throws {
    #expect(try golden.message.encoded() == golden.bytes)
  }

  @Test("the protocol's bytes are the message, wherever they are cut", arguments: golden)
  func decodesAtEverySplit(golden: Golden) {
    for cut in 0...golden.bytes.count {
      var decoder = FirmataDecoder(from: golden.sender)
      let before = decoder.decode(golden.bytes[..<cut])
      let behind = decoder.decode(golden.bytes[cut...])
      #expect(before + behind == [golden.message])
      #expect(before.isEmpty || cut == golden.bytes.count)
      #expect(decoder.discardedByteCount == 0)
    }
  }

  @Test("packets of twenty bytes carry all messages in their order")
  func packets() {
    for sender in [FirmataDecoder.Sender.board, .host] {
      let sent = Self.golden.filter { $0.sender == sender }
      let stream = sent.flatMap(\.bytes)
      var decoder = FirmataDecoder(from: sender)
      var heard: [FirmataMessage] = []
      for start in stride(from: 0, to: stream.count, by: 20) {
        heard += decoder.decode(stream[start..<min(start + 20, stream.count)])
      }
      #expect(heard == sent.map(\.message))
    }
  }

  @Test("a number that does not fit a message is refused by its name")
  func ranges() {
    func refusal(_ message: FirmataMessage) -> FirmataRangeError? {
      do throws(FirmataRangeError) {
        _ = try message.encoded()
        return nil
      } catch {
        return error
      }
    }
    #expect(
      refusal(.analog(channel: 16, value: 0))
        == FirmataRangeError(name: "analog channel", value: 16, maximum: 15))
    #expect(refusal(.analog(channel: 0, value: 16384))?.maximum == 16383)
    #expect(refusal(.digitalPort(port: 16, bits: 0))?.name == "port")
    #expect(refusal(.pinMode(pin: 128, mode: .output))?.name == "pin")
    #expect(refusal(.analogMapping([127]))?.maximum == 126)
    #expect(
      refusal(.capabilities([[PinCapability(PinMode(rawValue: 127), resolutionBits: 1)]]))?.maximum
        == 126)
    #expect(refusal(.samplingInterval(milliseconds: 16384))?.name == "sampling interval")
    #expect(refusal(.other(id: 1, payload: [0x80]))?.name == "byte")
    #expect(refusal(.pads(.maximumOnTime(pin: 1, milliseconds: 20000)))?.value == 20000)
    #expect(
      "\(refusal(.reportDigital(port: 20, isOn: true)).map(\.description) ?? "")"
        == "cannot send the port 20 to a board: a message has room for 0 to 15; give a lower one")
  }

  @Test("a pin is written by the short message if that reaches it")
  func writes() {
    #expect(FirmataMessage.write(pin: 15, value: 16383) == .analog(channel: 15, value: 16383))
    #expect(FirmataMessage.write(pin: 16, value: 1) == .extendedAnalog(pin: 16, value: 1))
    #expect(FirmataMessage.write(pin: 3, value: 16384) == .extendedAnalog(pin: 3, value: 16384))
  }

  @Test("a board's clock goes on over its end")
  func boardTime() {
    let early = BoardTime(ticks: 16380)
    #expect(BoardTime(ticks: 4).microseconds(since: early) == 8 * 64)
    #expect(early.microseconds(since: early) == 0)
    #expect(early.microseconds(since: BoardTime(ticks: 4)) == 16376 * 64)
  }
}
