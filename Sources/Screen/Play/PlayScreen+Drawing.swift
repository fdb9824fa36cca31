// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Storage
import TextScreen

/// The content of the screen.
extension PlayScreen {
  /// Draws how the engine stands.
  mutating func draw(_ seconds: Double) {
    let (state, snapshot) = (engine.state, engine.snapshot)
    recent.take(inputPeak: snapshot.inputPeak, atSeconds: seconds)
    if state.tempo?.isClicking == false { tempo.update(recent.hits, state, atSeconds: seconds) }
    let size = screen.size
    guard size.rows >= PlayView.leastSize.rows, size.columns >= PlayView.leastSize.columns else {
      screen.draw([
        TextLine("FLAM plays; the screen needs"),
        TextLine("\(PlayView.leastSize.columns) columns and \(PlayView.leastSize.rows) rows"),
      ])
      return
    }
    let shown = messages.rows(width: size.columns - 4, atSeconds: seconds)
    let view = PlayView(
      state: state, snapshot: snapshot, recent: recent, seconds: seconds,
      arePopsShown: arePopsShown, tiles: PadTile.all(state, recent), columns: size.columns,
      heardTempo: tempo.text, hasMessages: shown != [""],
      spectrum: isSpectrumShown ? engine.outputSpectrum : nil)
    let bottom = bottom(view, shown, rows: size.rows)
    let room = size.rows - 2 - bottom.count
    var lines = [view.header, TextLine()] + middle(view, state, room)
    while lines.count < size.rows - bottom.count { lines.append(TextLine()) }
    var cursor: (row: Int, column: Int)?
    if case .typing = mode { cursor = (size.rows - 1, 2 + inputColumn) }
    screen.draw(Array(lines.prefix(size.rows - bottom.count)) + bottom, cursor: cursor)
  }

  private var inputColumn: Int {
    TextLine.columns(of: String(input.text.prefix(input.cursor)).printable) + 1
  }

  private mutating func middle(
    _ view: PlayView, _ state: EngineState, _ rows: Int
  ) -> [TextLine] {
    switch mode {
    case .playing, .typing(nil), .drumming:
      return countIn?.lines(atSeconds: view.seconds) ?? view.playing(rows: rows)
    case .picking(let list): return list.lines(rows: rows, columns: view.columns)
    case .mixing(let board): return board.lines(state, rows: rows, columns: view.columns)
    case .looping: return LoopBoard.lines(state, frame: view.snapshot.frame, rows: rows)
    case .typing(var page?): return page.shown(rows: rows, columns: view.columns)
    case .reading(var page):
      let lines = page.shown(rows: rows, columns: view.columns)
      mode = .reading(page)
      return lines
    }
  }

  /// Messages, the keys, and the typed line.
  private func bottom(_ view: PlayView, _ messages: [String], rows: Int) -> [TextLine] {
    let keys = ScreenKeyRows(keys: keys)
      .lines(columns: view.columns, most: rows - PlayView.leastSize.rows + 3)
    return messages.map { TextLine("  " + $0) } + [view.message] + keys + [inputRow]
  }

  private var inputRow: TextLine {
    if case .typing = mode {
      var line = TextLine(" > ", .key)
      line.add(input.text.printable)
      return line
    }
    return isLocked ? TextLine(" LOCKED", .warning) : TextLine()
  }

  /// Keys and their actions in the present mode.
  private var keys: [(key: String, label: String)] {
    switch mode {
    case .playing where isLocked:
      [("1…0", "drums")] + ScreenAction.allCases.filter(\.isSafe).map { ($0.keyName, $0.label) }
    case .playing where endedLesson != nil:
      [("Esc", "end the lesson")]
        + [ScreenAction.mute, .undo, .help, .quit].map { ($0.keyName, $0.label) }
    case .playing:
      ScreenAction.allCases.filter { $0 != .boardPads || ports.board != nil }
        .map { ($0.keyName, $0.label) }
    case .typing: [("Enter", "do it"), ("Tab", "complete"), ("↑↓", "before"), ("Esc", "back")]
    case .picking(let list):
      [("↑↓", "choose"), ("Enter", "take it")]
        + (list.isTidied ? [("Tab", "rename"), ("Delete", "delete")] : []) + [("Esc", "back")]
    case .mixing:
      [
        ("↑↓", "drum"), ("←→", "gain"), ("[ ]", "place"), (", .", "room"), ("< >", "delay"),
        ("M", "mute"), ("S", "solo"), ("U", "undo"), ("Esc", "back"),
      ]
    case .looping: LoopBoard.keys
    case .drumming: [("a s d f g h j k l", "drums, with Shift hard"), ("Esc", "back")]
    case .reading: [("↑↓", "scroll"), ("Enter", "type"), ("Esc", "back")]
    }
  }
}
