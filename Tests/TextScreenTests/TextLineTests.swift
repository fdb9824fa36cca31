// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import TextScreen

@Suite struct TextLineTests {
  @Test("a line takes exactly as many columns as it is given, with its styles")
  func fitted() {
    var line = TextLine("kick ", .title)
    line.add("99 %", .good)
    #expect(line.columnCount == 9 && line.text == "kick 99 %")
    #expect(line.fitted(to: 12).text == "kick 99 %   ")
    let cut = line.fitted(to: 7)
    #expect(cut.text == "kick 9…" && cut.pieces.map(\.style) == [.title, .good, .good])
    #expect(line.fitted(to: 0).text.isEmpty)
    // Nothing is lost where blanks are.
    #expect(TextLine("-3 dB   ").fitted(to: 6).text == "-3 dB ")
  }

  @Test("two texts stand at both ends; the left one yields")
  func spread() {
    let line = TextLine.spread(TextLine("knuckle on wood"), TextLine(" 97 %"), columns: 12)
    #expect(line.text == "knuckl… 97 %")
    #expect(TextLine.spread(TextLine("a"), TextLine("b"), columns: 5).text == "a   b")
  }

  @Test("letters beyond ASCII count by the columns that they take")
  func columns() {
    #expect(TextLine.columns(of: "▮▮▯") == 3)
    #expect(TextLine("▮▮▯▯").fitted(to: 2).text == "▮…")
  }

  @Test("a terminal's bytes become keys, or nothing")
  func keys() {
    #expect(Key(character: 0x1B) == .escape && Key(character: 0x7F) == .backspace)
    #expect(Key(character: 0x41) == .letter("A") && Key(character: 0xE9) == .letter("é"))
    #expect(Key(character: 0x01) == nil && Key(character: 0x1A) == .suspend)
  }
}
