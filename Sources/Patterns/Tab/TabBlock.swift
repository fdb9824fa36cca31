// SPDX-License-Identifier: GPL-3.0-or-later

/// Lines of a tab that are played together, and how often.
struct TabBlock {
  /// No bar has more steps of a beat.
  static let mostStepsPerBeat = 48
  /// So many rows are enough for every drum.
  private static let mostRows = 64

  let path: String
  private(set) var rows: [(row: TabRow, drum: SongDrum)] = []
  /// How often all its bars are played.
  var count = 1

  init(_ path: String) { self.path = path }

  mutating func add(_ row: TabRow, _ drum: SongDrum) throws(PatternError) {
    if let first = rows.first?.row, first.cells.count != row.cells.count {
      throw PatternError(
        path, .line(row.line, column: row.label.column),
        "\(Self.bars(row.cells.count)) in this line",
        expected: "write \(Self.bars(first.cells.count)), as in line \(first.line)")
    }
    guard !row.cells.isEmpty else {
      throw PatternError(
        path, .line(row.line, column: row.label.column), "no bar follows '\(row.label.text)'",
        expected: "write a bar, as in HH |x-x-x-x-|")
    }
    guard row.cells.count <= Song.mostBars else {
      throw PatternError(
        path, .line(row.line, column: row.label.column), Self.bars(row.cells.count),
        expected: "write up to \(Song.mostBars)")
    }
    guard rows.count < Self.mostRows else {
      throw PatternError(
        path, .line(row.line, column: 1), "more than \(Self.mostRows) drums are played together",
        expected: "put an empty line between lines that are played one after the other")
    }
    rows.append((row, drum))
  }

  /// Its bars, once.
  func bars(_ manner: TabManner, section: String?) throws(PatternError) -> [TabBar] {
    var bars: [TabBar] = []
    for place in (rows.first?.row.cells ?? []).indices {
      bars.append(try bar(place, manner, section: section))
    }
    return bars
  }

  private func bar(
    _ place: Int, _ manner: TabManner, section: String?
  ) throws(PatternError) -> TabBar {
    let first = rows[0].row
    let steps = first.cells[place].letters.count
    let beats = manner.meter.beatsPerBar
    guard steps % beats == 0, steps / beats <= Self.mostStepsPerBeat else {
      throw PatternError(
        path, .line(first.line, column: first.cells[place].column), "a bar of \(steps) steps",
        expected:
          "write \(beats), \(2 * beats), \(4 * beats) or another multiple of \(beats): a bar of \(manner.meter) has \(beats) \(beats == 1 ? "beat" : "beats")"
      )
    }
    var notes: [TabBar.Note] = []
    for (row, drum) in rows {
      let cell = row.cells[place]
      guard cell.letters.count == steps else {
        throw PatternError(
          path, .line(row.line, column: cell.column), "a bar of \(cell.letters.count) steps",
          expected: "write \(steps), as in line \(first.line)")
      }
      for (step, symbol) in cell.letters.enumerated() where !TabLetter.isRest(symbol) {
        guard let letter = TabLetter(symbol) else {
          throw PatternError(
            path, .line(row.line, column: cell.column + step), "'\(symbol)' is no note of a tab",
            expected: "write \(TabLetter.letters)")
        }
        let isOpen = letter.isRound && drum.role == .hihatClosed
        notes.append(
          TabBar.Note(step: step, drum: isOpen ? SongDrum(.hihatOpen) : drum, letter: letter))
      }
    }
    return TabBar(
      manner: manner, stepsPerBeat: steps / beats, section: section, notes: notes)
  }

  private static func bars(_ count: Int) -> String { count == 1 ? "1 bar" : "\(count) bars" }
}
