// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import Web

@Suite struct ByteRangeTests {
  @Test(
    "a part is read as RFC 9110 has it",
    arguments: [
      ("bytes=0-9", 0..<10), ("bytes=5-5", 5..<6), ("bytes=90-", 90..<100), ("bytes=-7", 93..<100),
      ("bytes=10-500", 10..<100), ("bytes=-500", 0..<100),
    ])
  func parts(header: String, part: Range<Int>) {
    #expect(ByteRange(header, of: 100) == .part(part))
  }

  @Test(
    "bytes beyond the end are refused", arguments: ["bytes=100-", "bytes=200-300", "bytes=-0"])
  func beyond(header: String) { #expect(ByteRange(header, of: 100) == .nothing) }

  @Test(
    "a range that is not understood is all of it",
    arguments: [
      nil, "", "bytes=", "bytes=-", "bytes=5-2", "bytes=a-b", "bytes=1-2,5-6", "lines=1-2",
      "bytes=99999999999999999999-", "bytes=+1-2", "bytes=1--2",
    ])
  func others(header: String?) { #expect(ByteRange(header, of: 100) == .whole) }
}
