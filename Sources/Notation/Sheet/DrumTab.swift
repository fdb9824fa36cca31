// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Sequencing

/// Drum music as plain text, as drummers write it: one line for each sound, one letter for each step.
public struct DrumTab: CustomStringConvertible {
  /// A letter of it.
  package struct Note {
    /// Counted from the beginning of the first bar.
    let step: Int
    /// What stands before the line.
    let label: String
    /// Decides the place of the line.
    let role: PadRole
    let letter: Character

    /// A letter in a line.
    package init(step: Int, label: String, role: PadRole, letter: Character) {
      (self.step, self.label, self.role, self.letter) = (step, label, role, letter)
    }
  }

  private struct Line {
    var label: String
    var letters: [Int: Character] = [:]
  }

  /// The meaning of the letters.
  public static let legend =
    "x cymbal, o drum or open hi-hat; capital: accent; g: ghost note; f: flam; -: nothing"

  private let meter: Meter
  private let stepsPerBeat: Int
  private let barCount: Int
  private let firstBar: Int
  private let columns: Int
  private var lines: [Line]
  /// Says which drums the labels are that are names of a person's own.
  private var names: [String] = []

  /// Text with at most `columns` letters a line, unless a bar is longer.
  public init(_ sheet: Sheet, columns: Int = 80) {
    (meter, stepsPerBeat) = (sheet.grid.meter, sheet.grid.stepsPerBeat)
    (barCount, firstBar, self.columns) = (sheet.barCount, 0, columns)
    let short = sheet.lines.map(\.abbreviation)
    lines = sheet.lines.indices.map { index in
      let isShared = short.filter { $0 == short[index] }.count > 1
      return Line(label: isShared ? sheet.lines[index].sound : short[index])
    }
    for (index, line) in lines.enumerated() {
      let isName = line.label != short[index] && line.label != sheet.lines[index].role.name
      if isName { names.append("\(line.label) = \(short[index])") }
    }
    for note in sheet.notes {
      let letter = Self.letter(note.emphasis, sheet.lines[note.line].role)
      let isFlam = lines[note.line].letters[note.step] != nil
      lines[note.line].letters[note.step] = isFlam ? "f" : letter
    }
    align()
  }

  /// Text of notes that have their letters, from a bar on, counted from 0.
  package init(
    _ notes: [Note], meter: Meter, stepsPerBeat: Int, barCount: Int, firstBar: Int,
    columns: Int = 80
  ) {
    (self.meter, self.stepsPerBeat) = (meter, stepsPerBeat)
    (self.barCount, self.firstBar, self.columns) = (barCount, firstBar, columns)
    let byLabel = Dictionary(grouping: notes, by: \.label)
    let places = byLabel.compactMap { label, notes in
      notes.first.map { (place: DrumLine(sound: label, role: $0.role).place, label: label) }
    }.sorted { $0 < $1 }
    lines = places.map { _, label in
      var line = Line(label: label)
      for note in byLabel[label] ?? [] { line.letters[note.step] = note.letter }
      return line
    }
    align()
  }

  /// Makes all labels as wide.
  private mutating func align() {
    let width = max(2, lines.map(\.label.count).max() ?? 0)
    for index in lines.indices {
      let label = lines[index].label
      lines[index].label = label + String(repeating: " ", count: width - label.count) + " |"
    }
  }

  private var stepsPerBar: Int { meter.beatsPerBar * stepsPerBeat }

  /// Rows of bars with blank lines between them.
  public var description: String {
    let margin = String(repeating: " ", count: (lines.first?.label.count ?? 4))
    let perRow = max(1, (columns - margin.count) / (stepsPerBar + 1))
    let rows = stride(from: 0, to: barCount, by: perRow).map { first in
      let bars = first..<min(barCount, first + perRow)
      let (from, to) = (firstBar + first + 1, firstBar + bars.upperBound)
      let head = bars.count == 1 ? "bar \(from)" : "bars \(from)-\(to)"
      let counting = bars.map { _ in count }.joined(separator: " ")
      return ([head, trimmed(margin + counting)] + lines.map { text($0, bars) })
        .joined(separator: "\n")
    }
    return (names.isEmpty ? rows : [names.joined(separator: "\n")] + rows)
      .joined(separator: "\n\n")
  }

  /// A line in a few bars.
  private func text(_ line: Line, _ bars: Range<Int>) -> String {
    line.label
      + bars.map { bar in
        String((0..<stepsPerBar).map { line.letters[bar * stepsPerBar + $0] ?? "-" }) + "|"
      }.joined()
  }

  /// The letter of a note that is no flam.
  package static func letter(_ emphasis: Sheet.Emphasis, _ role: PadRole) -> Character {
    if emphasis == .ghost { return "g" }
    let isOpen = role == .hihatOpen || role == .hihatHalf
    let isCross = !isOpen && role.isCymbal || role == .sideStick || role == .cowbell
    let isAccent = emphasis == .accent
    return isCross ? (isAccent ? "X" : "x") : (isAccent ? "O" : "o")
  }

  /// The count above the steps of a bar: "1 e & a 2".
  private var count: String {
    let parts: [String] =
      switch stepsPerBeat {
      case 2: [" ", "&"]
      case 3: [" ", "t", "l"]
      case 4: [" ", "e", "&", "a"]
      default: (0..<stepsPerBeat).map { $0 == 0 ? " " : "." }
      }
    return (1...meter.beatsPerBar).map { beat in
      parts.enumerated().map { $0 == 0 ? "\(beat % 10)" : $1 }.joined()
    }.joined()
  }

  private func trimmed(_ text: String) -> String {
    let end = text.lastIndex { $0 != " " }.map(text.index(after:)) ?? text.startIndex
    return String(text[..<end])
  }
}
