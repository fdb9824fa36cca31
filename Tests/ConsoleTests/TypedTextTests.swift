// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Testing

@testable import Console

@Suite struct TypedTextTests {
  @Test("lines come one by one once they are whole, without waiting; the end gives the rest")
  func lines() {
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    defer { close(ends[0]) }
    var typed = TypedText()
    func type(_ text: String) { Terminal.write(text, to: ends[1]) }
    #expect(typed.newLine(from: ends[0]) == nil)
    type("kick")
    #expect(typed.newLine(from: ends[0]) == nil)
    type(" -6\nsnare -3\nmi")
    #expect(typed.newLine(from: ends[0]) == "kick -6")
    #expect(typed.newLine(from: ends[0]) == "snare -3")
    #expect(typed.newLine(from: ends[0]) == nil)
    type("x")
    close(ends[1])
    #expect(typed.newLine(from: ends[0]) == "mix")
    #expect(typed.newLine(from: ends[0]) == "")
  }
}
