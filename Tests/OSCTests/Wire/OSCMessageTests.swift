// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Testing

@testable import OSC

/// Bytes as the specification of Open Sound Control 1.0 prints them.
@Suite struct OSCMessageTests {
  private static let frequency: [UInt8] =
    Array("/oscillator/4/frequency\0,f\0\0".utf8) + [0x43, 0xDC, 0, 0]
  private static let foo: [UInt8] =
    Array("/foo\0\0\0\0,iisff\0\0".utf8) + [0, 0, 0x03, 0xE8, 0xFF, 0xFF, 0xFF, 0xFF]
    + Array("hello\0\0\0".utf8) + [0x3F, 0x9D, 0xF3, 0xB6, 0x40, 0xB5, 0xB2, 0x2D]

  private func read(_ bytes: [UInt8]) throws(OSCFault) -> OSCMessage {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
    defer { copy.deallocate() }
    copy.copyBytes(from: bytes)
    return try OSCMessage(UnsafeRawBufferPointer(copy))
  }

  private func parts(_ bytes: [UInt8]) throws(OSCFault) -> [OSCPacket.Part] {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
    defer { copy.deallocate() }
    copy.copyBytes(from: bytes)
    return try OSCPacket.parts(UnsafeRawBufferPointer(copy))
  }

  @Test(
    "the messages that the specification prints are written and read to the byte",
    arguments: [
      (OSCMessage("/oscillator/4/frequency", .float(440)), frequency),
      (
        OSCMessage(
          "/foo", .int(1000), .int(-1), .text("hello"), .float(1.234), .float(5.678)), foo
      ),
      (OSCMessage("/flam/undo"), Array("/flam/undo\0\0,\0\0\0".utf8)),
    ])
  func golden(message: OSCMessage, bytes: [UInt8]) throws {
    #expect(message.bytes == bytes)
    #expect(try read(bytes) == message)
  }

  @Test("wide numbers and truth are read as numbers, other types as a type that no message has")
  func types() throws {
    let bytes =
      Array("/a\0\0,hdTFNm\0".utf8) + [0, 0, 0, 0, 0, 0, 0, 7] + [0x40, 0x04, 0, 0, 0, 0, 0, 0]
      + [0, 0, 0, 1]
    #expect(
      try read(bytes).arguments == [
        .float(7), .float(2.5), .int(1), .int(0), .other, .other,
      ])
  }

  @Test(
    "other bytes are a fault",
    arguments: [
      [], Array("flam".utf8), Array("/a".utf8), Array("/abc".utf8), Array("/a\0\0,i\0\0".utf8),
      Array("/a\0\0,s\0\0abcd".utf8), Array("/a\0\0,Q\0\0".utf8),
      Array("/a\0\0,b\0\0".utf8), Array("/a\0\0,b\0\0\0\0\0\u{1}a\0\0\0".utf8),
      Array("/a\0\0,b\0\0".utf8) + [0x7F, 0xFF, 0xFF, 0xFF],
      Array("/a\0\0,s\0\0".utf8) + [0xFF, 0xFE, 0, 0], Array("/a\u{1B}\0,\0\0\0".utf8),
    ])
  func faults(bytes: [UInt8]) { #expect(throws: OSCFault.self) { try read(bytes) } }

  private func bundle(_ tag: UInt64, _ parts: [UInt8]...) -> [UInt8] {
    func bytes(_ number: UInt64, _ count: Int) -> [UInt8] {
      (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    return Array("#bundle\0".utf8) + bytes(tag, 8)
      + parts.flatMap { bytes(UInt64($0.count), 4) + $0 }
  }

  @Test("a bundle's messages have its time, those of a bundle in it the inner one's")
  func bundles() throws {
    let undo = OSCMessage("/flam/undo")
    let all = bundle(5 << 32, undo.bytes, bundle(6 << 32, undo.bytes), bundle(1, undo.bytes))
    #expect(try parts(all).map(\.timeTag) == [5 << 32, 6 << 32, nil])
    #expect(try parts(all).allSatisfy { $0.message == undo })
    #expect(try parts(bundle(1)) == [])
  }

  @Test("a bundle that breaks off, is nested too deeply or has too much in it is a fault")
  func badBundles() throws {
    let undo = OSCMessage("/flam/undo").bytes
    let whole = bundle(1, undo, undo)
    for count in 1..<whole.count where count != 16 && count != 36 {
      #expect(throws: OSCFault.self) { try parts(Array(whole.prefix(count))) }
    }
    var nested = undo
    for _ in 0..<OSCPacket.longestNesting { nested = bundle(1, nested) }
    #expect(try parts(nested).count == 1)
    #expect(throws: OSCFault.self) { try parts(bundle(1, nested)) }
    let many = Array(repeating: undo, count: OSCPacket.mostMessages + 1)
    let head = Array("#bundle\0\0\0\0\0\0\0\0\u{1}".utf8)
    #expect(throws: OSCFault.self) {
      try parts(head + many.flatMap { [0, 0, 0, UInt8($0.count)] + $0 })
    }
  }

  @Test("a time tag is a time by the monotonic clock, also beyond the day on which tags begin anew")
  func tags() {
    let now = OSCClock.nowTag
    #expect(abs(OSCClock.seconds(now) - OSCClock.nowSeconds) < 0.1)
    #expect(abs(OSCClock.seconds(now &+ 3 << 32) - OSCClock.nowSeconds - 3) < 0.1)
    #expect(abs(OSCClock.seconds(now &- 1 << 31) - OSCClock.nowSeconds + 0.5) < 0.1)
  }

  @Test("any bytes are read or refused")
  func random() {
    var generator = SeededGenerator(seed: 1)
    let seeds = [Self.foo, bundle(1, Self.foo, bundle(2, Self.frequency)), Self.frequency]
    var refused = 0
    for turn in 0..<20_000 {
      if (try? parts(seeds[turn % seeds.count].damaged(by: &generator))) == nil { refused += 1 }
    }
    #expect(refused > 10_000 && refused < 20_000)
  }
}
