// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Testing

@testable import Firmata

@Suite struct FirmataDecoderTests {
  private let hit: [UInt8] = [0xF0, 0x01, 0x02, 0x7F, 0x10, 0x05, 0x00, 0xF7]
  private let hitMessage = FirmataMessage.pads(
    .hit(pad: 2, peak: 0x10 << 7 | 0x7F, time: BoardTime(ticks: 5)))

  private func heard(_ bytes: [UInt8]) -> (messages: [FirmataMessage], discarded: Int) {
    var decoder = FirmataDecoder(from: .board)
    return (decoder.decode(bytes), decoder.discardedByteCount)
  }

  @Test("data bytes without a message are dropped and counted")
  func strayData() {
    let found = heard([0x01, 0x02, 0x7F] + hit + [0x44])
    #expect(found.messages == [hitMessage])
    #expect(found.discarded == 4)
  }

  @Test("a broken-off message takes none of the next with it")
  func brokenOff() {
    for cut in 1..<hit.count {
      let found = heard(Array(hit[..<cut]) + hit)
      #expect(found.messages == [hitMessage])
      #expect(found.discarded == cut)
    }
    #expect(heard([0xE0, 0x01, 0x90, 0x02, 0x00]).messages == [.digitalPort(port: 0, bits: 2)])
    #expect(heard([0xE0, 0x01, 0xFF]).messages == [.reset])
    #expect(heard([0xE0, 0x01, 0xF7, 0x01]).messages == [])
  }

  @Test(
    "a meaningless system-exclusive message is dropped and counted",
    arguments: [
      [], [0x79, 0x02], [0x79, 0x02, 0x05, 0x41], [0x71, 0x41], [0x71, 0x41, 0x02],
      [0x6C, 0x01], [0x6C, 0x01, 0x01], [0x69, 0x00], [0x6B, 0x00], [0x6D], [0x6E, 0x01, 0x01],
      [0x6E, 0x01, 0x01, 0x7F, 0x7F, 0x7F, 0x7F, 0x10], [0x6F], [0x6F, 0x01], [0x70, 0x09, 0x20],
      [0x7A, 0x01], [0x01, 0x05, 0x01], [0x02], [0x03, 0x00], [0x03, 0x00, 0x06],
      [0x03, 0x00, 0x01, 0x02], [0x04, 0x01],
    ] as [[UInt8]])
  func nonsense(payload: [UInt8]) {
    let found = heard([0xF0] + payload + [0xF7] + hit)
    #expect(found.messages == [hitMessage])
    #expect(found.discarded == payload.count + 2)
  }

  @Test("bytes that begin no message are dropped")
  func unknownStatus() {
    for byte: UInt8 in [0x80, 0xA5, 0xB0, 0xF1, 0xF2, 0xF3, 0xF6, 0xF7, 0xF8, 0xFA, 0xFE] {
      let found = heard([byte, 0x01] + hit)
      #expect(found.messages == [hitMessage])
      #expect(found.discarded == 2)
    }
  }

  @Test("a message without end takes no more memory than the longest, and the next is heard")
  func endless() {
    let most = FirmataDecoder.maximumSysexBytes
    let whole = heard([0xF0, 0x78] + Array(repeating: 0x11, count: most - 1) + [0xF7])
    #expect(whole.messages == [.other(id: 0x78, payload: Array(repeating: 0x11, count: most - 1))])
    #expect(whole.discarded == 0)

    let endless = heard([0xF0] + Array(repeating: 0x11, count: 1_000_000) + [0xF7] + hit)
    #expect(endless.messages == [hitMessage])
    #expect(endless.discarded == 1_000_002)
  }

  @Test("a million bytes of damaged conversation: every whole message after the damage is heard")
  func mutated() throws {
    var random = SeededGenerator(seed: 20)
    for sender in [FirmataDecoder.Sender.board, .host] {
      let sent = FirmataWireTests.golden.filter { $0.sender == sender }
      var decoder = FirmataDecoder(from: sender)
      var byteCount = 0
      var wholeCount = 0
      while byteCount < 500_000 {
        var bytes = sent[Int(random.next() % UInt64(sent.count))].bytes
        for _ in 0..<(1 + random.next() % 3) {
          let place = Int(random.next() % UInt64(bytes.count))
          switch random.next() % 4 {
          case 0: bytes[place] = UInt8(truncatingIfNeeded: random.next())
          case 1: bytes[place] ^= 1 << UInt8(random.next() % 8)
          case 2: bytes.insert(UInt8(truncatingIfNeeded: random.next()), at: place)
          default: if bytes.count > 1 { bytes.remove(at: place) }
          }
        }
        // Every decoded message can be sent on as it was understood.
        for message in decoder.decode(bytes) { _ = try message.encoded() }
        byteCount += bytes.count
        // A whole message that begins with a status byte is heard whatever came before.
        let next = sent[Int(random.next() % UInt64(sent.count))]
        #expect(decoder.decode(next.bytes).last == next.message)
        wholeCount += 1
      }
      #expect(wholeCount > 50_000)
      #expect(decoder.discardedByteCount <= byteCount)
    }
  }

  @Test("noise that was understood is understood the same again")
  func noise() throws {
    var random = SeededGenerator(seed: 21)
    var decoder = FirmataDecoder(from: .board)
    var count = 0
    for _ in 0..<200_000 {
      guard let message = decoder.decode(UInt8(truncatingIfNeeded: random.next())) else { continue }
      var again = FirmataDecoder(from: .board)
      // A text that is no UTF-8 is mended once.
      if case .string = message { continue }
      if case .firmware = message { continue }
      #expect(again.decode(try message.encoded()) == [message])
      count += 1
    }
    #expect(count > 5_000)
  }
}
