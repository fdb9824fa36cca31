// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import Console

@Suite struct LineEditorTests {
  /// The lines that result from typing, and the unfinished rest.
  private func typed(_ keys: String) -> (lines: String, unfinished: String) {
    var editor = LineEditor()
    var lines: [UInt8] = []
    for byte in keys.utf8 { lines += editor.typed(byte) }
    return (String(decoding: lines, as: UTF8.self), editor.line)
  }

  @Test(
    "keys that erase do so before the line is whole",
    arguments: [
      ("snare -3\nmi", "snare -3\n", "mi"),
      ("snaer\u{7F}\u{7F}re\n", "snare\n", ""),
      ("caf\u{E9}\u{8}e\n", "cafe\n", ""),
      ("mute  kick\u{17}snare\n", "mute  snare\n", ""),
      ("mute kick \u{17}", "", "mute "),
      ("GMRockKit\u{15}mix\n", "mix\n", ""),
      ("\u{7F}\u{17}\u{15}x", "", "x"),
    ])
  func erased(keys: String, lines: String, unfinished: String) {
    let came = typed(keys)
    #expect(came.lines == lines && came.unfinished == unfinished)
  }

  @Test("what was typed of a line can be taken away")
  func taken() {
    var editor = LineEditor()
    for key in "pq".utf8 { _ = editor.typed(key) }
    let line = editor.takeLine()
    #expect(line == "pq" && editor.line.isEmpty)
  }

  @Test("arrows, function keys and Ctrl-D write nothing")
  func sequences() {
    let came = typed("ki\u{1B}[A\u{1B}[1;5C\u{1B}OP\u{1B}[15~\u{1B}xck\u{4} -6\n")
    #expect(came.lines == "kick -6\n")
  }
}
