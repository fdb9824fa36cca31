// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// A sheet as plain text, as drummers write it: one line for each sound, one letter for each step.
public struct DrumTab: CustomStringConvertible {
  /// The meaning of the letters.
  public static let legend =
    "x cymbal, o drum or open hi-hat; capital: accent; g: ghost note; f: flam; -: nothing"

  private let sheet: Sheet
  private let columns: Int
  private let labels: [String]

  /// Text with at most `columns` letters a line, unless a bar is longer.
  public init(_ sheet: Sheet, columns: Int = 80) {
    self.sheet = sheet
    self.columns = columns
    let short = sheet.lines.map(\.abbreviation)
    let names = sheet.lines.indices.map { index in
      short.filter { $0 == short[index] }.count > 1 ? sheet.lines[index].sound : short[index]
    }
    let width = max(2, names.map(\.count).max() ?? 0)
    labels = names.map { $0 + String(repeating: " ", count: width - $0.count) + " |" }
  }

  /// Rows of bars with blank lines between them.
  public var description: String {
    let margin = String(repeating: " ", count: (labels.first?.count ?? 4))
    let barWidth = sheet.grid.stepsPerBar + 1
    let perRow = max(1, (columns - margin.count) / barWidth)
    return stride(from: 0, to: sheet.barCount, by: perRow).map { first in
      let bars = first..<min(sheet.barCount, first + perRow)
      let head = bars.count == 1 ? "bar \(first + 1)" : "bars \(first + 1)-\(bars.upperBound)"
      let counting = bars.map { _ in count }.joined(separator: " ")
      return ([head, trimmed(margin + counting)] + rows(bars)).joined(separator: "\n")
    }.joined(separator: "\n\n")
  }

  /// The lines of a few bars.
  private func rows(_ bars: Range<Int>) -> [String] {
    var letters = labels.map { _ in
      [[Character]](
        repeating: Array(repeating: "-", count: sheet.grid.stepsPerBar), count: bars.count)
    }
    for bar in bars {
      for note in sheet.notes(ofBar: bar) {
        let step = note.step % sheet.grid.stepsPerBar
        let letter = letters[note.line][bar - bars.lowerBound][step]
        letters[note.line][bar - bars.lowerBound][step] =
          letter == "-" ? Self.letter(note, sheet.lines[note.line].role) : "f"
      }
    }
    return letters.indices.map { line in
      labels[line] + letters[line].map { String($0) + "|" }.joined()
    }
  }

  private static func letter(_ note: Sheet.Note, _ role: PadRole) -> Character {
    if note.emphasis == .ghost { return "g" }
    let isOpen = role == .hihatOpen || role == .hihatHalf
    let isCross = !isOpen && role.isCymbal || role == .sideStick || role == .cowbell
    let isAccent = note.emphasis == .accent
    return isCross ? (isAccent ? "X" : "x") : (isAccent ? "O" : "o")
  }

  /// The count above the steps of a bar: "1 e & a 2".
  private var count: String {
    let parts: [String] =
      switch sheet.grid.stepsPerBeat {
      case 2: [" ", "&"]
      case 3: [" ", "t", "l"]
      case 4: [" ", "e", "&", "a"]
      default: (0..<sheet.grid.stepsPerBeat).map { $0 == 0 ? " " : "." }
      }
    return (1...sheet.grid.meter.beatsPerBar).map { beat in
      parts.enumerated().map { $0 == 0 ? "\(beat % 10)" : $1 }.joined()
    }.joined()
  }

  private func trimmed(_ text: String) -> String {
    let end = text.lastIndex { $0 != " " }.map(text.index(after:)) ?? text.startIndex
    return String(text[..<end])
  }
}
