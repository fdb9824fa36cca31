// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import Console

@Suite struct WrappedTextTests {
  @Test("a text is broken between words and stays complete")
  func words() {
    let text = "the quick brown fox jumps over the lazy dog"
    for width in 5...50 {
      let lines = WrappedText.lines(text, width: width)
      #expect(lines.allSatisfy { $0.count <= width })
      #expect(lines.joined(separator: " ") == text)
    }
    #expect(WrappedText.lines(text, width: 10).first == "the quick")
  }

  @Test("a long word stays whole, an indent and an empty line stay as they are")
  func edges() {
    #expect(WrappedText.lines("see /a/long/path now", width: 6) == ["see", "/a/long/path", "now"])
    #expect(WrappedText.lines("    indented line", width: 12) == ["    indented", "line"])
    #expect(WrappedText.lines("", width: 10) == [""])
    #expect(WrappedText.lines("          ", width: 4) == ["          "])
  }
}
