// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import Firmata

/// A conversation with StandardFirmata 2.5 (github.com/firmata/arduino) on an Arduino Uno, as it came over the line: what it
/// says as it starts, its answers to version, firmware, capability, analog mapping and pin state of 13, the last before and
/// behind its being set high; then port 0 with pin 2 drawn high, and A0 at half the supply.
@Suite struct StandardFirmataTests {
  private static let recorded = """
    f9 02 05 f0 79 02 05 53 00 74 00 61 00 6e 00 64 00 61 00 72 00 64 00 46 00 69 00 72 00 6d 00
    61 00 74 00 61 00 2e 00 69 00 6e 00 6f 00 f7 f9 02 05 f0 79 02 05 53 00 74 00 61 00 6e 00 64
    00 61 00 72 00 64 00 46 00 69 00 72 00 6d 00 61 00 74 00 61 00 2e 00 69 00 6e 00 6f 00 f7 f0
    6c 7f 7f 00 01 0b 01 01 01 04 0e 7f 00 01 0b 01 01 01 03 08 04 0e 7f 00 01 0b 01 01 01 04 0e
    7f 00 01 0b 01 01 01 03 08 04 0e 7f 00 01 0b 01 01 01 03 08 04 0e 7f 00 01 0b 01 01 01 04 0e
    7f 00 01 0b 01 01 01 04 0e 7f 00 01 0b 01 01 01 03 08 04 0e 7f 00 01 0b 01 01 01 03 08 04 0e
    7f 00 01 0b 01 01 01 03 08 04 0e 7f 00 01 0b 01 01 01 04 0e 7f 00 01 0b 01 01 01 04 0e 7f 00
    01 0b 01 01 01 02 0a 04 0e 7f 00 01 0b 01 01 01 02 0a 04 0e 7f 00 01 0b 01 01 01 02 0a 04 0e
    7f 00 01 0b 01 01 01 02 0a 04 0e 7f 00 01 0b 01 01 01 02 0a 04 0e 06 01 7f 00 01 0b 01 01 01
    02 0a 04 0e 06 01 7f f7 f0 6a 7f 7f 7f 7f 7f 7f 7f 7f 7f 7f 7f 7f 7f 7f 00 01 02 03 04 05 f7
    f0 6e 0d 01 00 f7 f0 6e 0d 01 01 f7 90 04 00 e0 7f 03
    """

  private static var bytes: [UInt8] {
    recorded.split(whereSeparator: \.isWhitespace).compactMap { UInt8($0, radix: 16) }
  }

  private let messages: [FirmataMessage]
  private let discarded: Int

  init() {
    var decoder = FirmataDecoder(from: .board)
    messages = decoder.decode(Self.bytes)
    discarded = decoder.discardedByteCount
  }

  @Test("a conversation with StandardFirmata is understood to the last byte")
  func understood() {
    let name = FirmataMessage.firmware(major: 2, minor: 5, name: "StandardFirmata.ino")
    let version = FirmataMessage.version(major: 2, minor: 5)
    #expect(discarded == 0)
    #expect(messages.count == 10)
    #expect(Array(messages.prefix(4)) == [version, name, version, name])
    #expect(
      Array(messages.suffix(4)) == [
        .pinState(pin: 13, mode: .output, state: 0), .pinState(pin: 13, mode: .output, state: 1),
        .digitalPort(port: 0, bits: 4), .analog(channel: 0, value: 511),
      ])
  }

  @Test("its bytes are those that we would send")
  func same() throws {
    #expect(try messages.flatMap { try $0.encoded() } == Self.bytes)
  }

  @Test("its pins are those of the board that is assumed without an answer")
  func pins() {
    guard case .capabilities(let capabilities) = messages[4],
      case .analogMapping(let channels) = messages[5]
    else {
      Issue.record("no capabilities")
      return
    }
    let board = BoardProfile(capabilities: capabilities, analogChannels: channels)
    #expect(board.pins.map(\.analogChannel) == BoardProfile.assumed.pins.map(\.analogChannel))
    // Two of its pins carry I2C, too, which is not ours.
    let shared = board.pins.map { $0.capabilities.filter { $0.mode.rawValue != 6 } }
    #expect(shared.map(Set.init) == BoardProfile.assumed.pins.map { Set($0.capabilities) })
  }
}
