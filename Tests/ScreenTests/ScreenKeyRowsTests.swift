// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import TextScreen
import Testing

@testable import Screen

/// The keys at the bottom of the screen.
@Suite struct ScreenKeyRowsTests {
  private static let keys = ScreenAction.allCases.map { ($0.keyName, $0.label) }

  private static func rows(_ columns: Int, _ most: Int) -> [String] {
    ScreenKeyRows(keys: keys).lines(columns: columns, most: most).map(\.text)
  }

  @Test("each key is shown at each width, and no row is wider than the screen", arguments: 60...200)
  func all(columns: Int) {
    let rows = Self.rows(columns, 9)
    let shown = rows.joined().split(separator: "  ").map { $0.trimmingPrefix(" ") }
    for (key, label) in Self.keys { #expect(shown.contains { $0 == "\(key) \(label)" }, "\(key)") }
    #expect(shown.count == Self.keys.count)
    for row in rows { #expect(row.trimmingSuffix().count <= columns) }
    #expect(rows.count <= 5 && rows.count >= 2)
  }

  @Test("a low screen says where the rest is", arguments: [60, 72, 80])
  func low(columns: Int) {
    let rows = Self.rows(columns, 2)
    #expect(rows.count == 2 && rows.joined().contains("? all keys"))
  }

  @Test("the help explains each key")
  func help() {
    let help = ScreenPage.help.lines.map(\.text)
    for action in ScreenAction.allCases {
      let line = help.first { $0.hasPrefix("  \(action.keyName) ") }
      #expect(line?.contains(action.explanation) == true, "\(action.keyName)")
    }
  }

  @Test("the list of the key J has each groove, and the last one is selected")
  func patterns() {
    var state = EngineState()
    #expect(PickList.patterns(state).items.map(\.name) == Grooves.names)
    let path = Grooves.path("samba")
    state.apply(.pattern(EngineEvent.Pattern(.ended, path: path, title: "Samba", bars: 2)))
    #expect(PickList.patterns(state).picked?.name == "samba")
    state.apply(
      .pattern(EngineEvent.Pattern(.loaded, path: "/tmp/mine.txt", title: "Mine", bars: 2)))
    #expect(PickList.patterns(state).picked?.name == "Mine")
  }
}

extension String {
  /// Without the blanks at its end.
  fileprivate func trimmingSuffix() -> Substring {
    self[..<(lastIndex { $0 != " " }.map { index(after: $0) } ?? startIndex)]
  }
}
