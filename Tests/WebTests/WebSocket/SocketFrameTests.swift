// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Engine
import Realtime
import Simulation
import TestSupport
import Testing

@testable import Web

@Suite(.simulated) struct SocketFrameTests {
  private func fault(_ bytes: [UInt8]) -> SocketFrame.Fault? {
    var reader = SocketFrameReader()
    reader.add(bytes)
    do {
      while try reader.next() != nil {}
      return nil
    } catch {
      return error
    }
  }

  @Test("frames are read whole, however their bytes arrive", arguments: [1, 2, 7, 5000])
  func pieces(size: Int) throws {
    let payloads: [[UInt8]] = [
      [], [65], Array(repeating: 66, count: 125), Array(repeating: 67, count: 4096),
    ]
    let bytes: [UInt8] = payloads.flatMap { PageCaller.masked(0x81, $0) }
    var reader = SocketFrameReader()
    var read: [SocketFrame] = []
    for start in stride(from: 0, to: bytes.count, by: size) {
      reader.add(Array(bytes[start..<min(start + size, bytes.count)]))
      while let frame = try reader.next() { read.append(frame) }
    }
    #expect(read == payloads.map { SocketFrame(.text, $0) })
  }

  @Test("a message that no browser sends closes the connection, before its bytes are waited for")
  func faults() {
    #expect(fault([0x81, 0x01, 65]) == .malformed, "not masked")
    #expect(fault([0xC1, 0x80, 0, 0, 0, 0]) == .malformed, "reserved bits")
    #expect(fault([0x01, 0x80, 0, 0, 0, 0]) == .unwanted, "a part")
    #expect(fault([0x82, 0x80, 0, 0, 0, 0]) == .unwanted, "binary")
    #expect(fault([0x83, 0x80, 0, 0, 0, 0]) == .unwanted, "unknown")
    #expect(fault([0x89, 0xFE, 0, 126]) == .malformed, "a long ping")
    #expect(fault([0x81, 0xFE, 0x10, 0x01]) == .tooLarge, "4097 bytes")
    #expect(fault([0x81, 0xFF]) == .tooLarge, "64 bits of length")
  }

  @Test("random bytes are frames or faults, and nothing else", .slow, arguments: 1...8)
  func random(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<5000 {
      let bytes = (0..<Int(generator.next() % 40)).map { _ in
        UInt8(truncatingIfNeeded: generator.next())
      }
      _ = fault(bytes)
      _ = HTTPRequest(head: bytes)
      _ = PageCommand.read(bytes)
    }
  }

  @Test("a frame says its length as RFC 6455 does", arguments: [0, 125, 126, 65_535, 65_536])
  func lengths(count: Int) {
    let bytes = SocketFrame(.text, Array(repeating: 1, count: count)).bytes
    let head = count < 126 ? 2 : count < 65_536 ? 4 : 10
    #expect(bytes.count == head + count && bytes[0] == 0x81 && bytes[1] & 0x80 == 0)
  }

  @Test("a page may ask 200 times a second, and 400 at once")
  func rate() {
    var rate = Allowance(
      atOnce: PageLimits.messagesAtOnce, perSecond: PageLimits.messagesPerSecond)
    let start = MonotonicClock.now
    #expect((0..<500).count { _ in rate.takes(at: start) } == 400)
    #expect((0..<500).count { _ in rate.takes(at: start + .seconds(1)) } == 200)
  }
}
