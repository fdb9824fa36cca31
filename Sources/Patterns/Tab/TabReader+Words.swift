// SPDX-License-Identifier: GPL-3.0-or-later
import Sequencing

/// Lines that begin with a word: title, tempo, the order of sections.
extension TabReader {
  /// How often something may be repeated at once.
  private static var counts: ClosedRange<Int> { 1...1000 }

  /// Carries out a line of words.
  mutating func read(
    directive words: [TabLine.Word], _ line: TabLine
  ) throws(PatternError) {
    guard let first = words.first else { return }
    let name = first.text.lowercased().filter { $0 != ":" }
    let values = words.dropFirst()
    if name.hasPrefix("x"), values.isEmpty, Int(name.dropFirst()) != nil {
      block.count = try count(first, line.number)
      return
    }
    switch name {
    case "bar", "bars":
      try endBlock()
      if values.count == 2, let last = values.last { block.count = try count(last, line.number) }
      guard (1...2).contains(values.count) else {
        throw error(line, first.column, "'\(first.text)' without numbers", "write 'bars 1-4'")
      }
    case "title", "style":
      let text = TabLine.trimmed(line.letters[(first.column - 1 + first.text.count)...])
      if name == "title" { title = text } else { style = text }
    case "tempo":
      try endBlock()
      manner.beatsPerMinute = try tempo(values, line)
    case "meter":
      try endBlock()
      guard let word = values.first, values.count == 1, let meter = Meter(word.text) else {
        throw wrong(values, line, "no time signature", "write 'meter 6/8'")
      }
      manner.meter = meter
    case "swing":
      try endBlock()
      manner.swing = try swing(values, line)
    case "play": try play(values, line)
    default:
      throw error(
        line, first.column, "'\(first.text)' is no word of a pattern",
        "write title, style, tempo, meter, swing, play, [section], or a line of a drum as HH |x-x-|"
      )
    }
  }

  private func tempo(
    _ values: ArraySlice<TabLine.Word>, _ line: TabLine
  ) throws(PatternError) -> Double {
    guard let word = values.first, values.count == 1, let tempo = Double(word.text),
      PlayedTempo.range.contains(tempo)
    else {
      throw wrong(
        values, line, "no tempo",
        "write beats a minute in \(PlayedTempo.rangeText), as in 'tempo 96'")
    }
    return tempo
  }

  private func swing(
    _ values: ArraySlice<TabLine.Word>, _ line: TabLine
  ) throws(PatternError) -> SongSwing {
    let advice =
      "write the share of the first of two, 50 to 80 per cent: 'swing 66', 'swing 58 16ths'"
    guard let word = values.first, values.count <= 2,
      let percent = Double(word.text.filter { $0 != "%" }),
      SongSwing.places.contains(percent / 100)
    else { throw wrong(values, line, "no swing", advice) }
    let unit = values.count == 2 ? values.last : nil
    guard [nil, "8ths", "16ths"].contains(unit?.text) else {
      throw wrong(values.dropFirst(), line, "no steps that swing", advice)
    }
    return SongSwing(place: percent / 100, isOfSixteenths: unit?.text == "16ths")
  }

  /// "play intro verse x2", "play verse 1, chorus x2".
  private mutating func play(
    _ values: ArraySlice<TabLine.Word>, _ line: TabLine
  ) throws(PatternError) {
    try endBlock()
    if sections.count == 1 { isOrdered = true }
    let hasCommas = values.contains { $0.text.contains(",") }
    var references: [TabSection.Reference] = []
    var isNew = true
    for word in values {
      let text = word.text.filter { $0 != "," }
      let isCount = text.lowercased().hasPrefix("x") && Int(text.dropFirst()) != nil
      if isCount, !references.isEmpty {
        references[references.count - 1].count = try count(
          TabLine.Word(text: text, column: word.column), line.number)
      } else if hasCommas, !isNew, let last = references.last {
        let name = TabLine.Word(text: "\(last.name.text) \(text)", column: last.name.column)
        references[references.count - 1] = TabSection.Reference(name: name, line: line.number)
      } else {
        references.append(
          TabSection.Reference(
            name: TabLine.Word(text: text, column: word.column), line: line.number))
      }
      isNew = word.text.hasSuffix(",")
    }
    guard !references.isEmpty else {
      throw wrong(values, line, "no section", "write which are played: 'play verse x2 chorus'")
    }
    sections[sections.count - 1].items += references.map { .section($0) }
  }

  /// "x4".
  func count(_ word: TabLine.Word, _ line: Int) throws(PatternError) -> Int {
    guard word.text.lowercased().hasPrefix("x"), let count = Int(word.text.dropFirst()),
      Self.counts.contains(count)
    else {
      throw PatternError(
        path, .line(line, column: word.column), "'\(word.text)' says no number of times",
        expected: "write x1 to x\(Self.counts.upperBound), as in 'x4'")
    }
    return count
  }

  private func wrong(
    _ values: ArraySlice<TabLine.Word>, _ line: TabLine, _ what: String, _ advice: String
  ) -> PatternError {
    guard let word = values.first else {
      return error(line, line.firstColumn, "'\(line.text)' without a value", advice)
    }
    return error(line, word.column, "'\(word.text)' is \(what)", advice)
  }

  func error(
    _ line: TabLine, _ column: Int, _ reason: String, _ advice: String
  ) -> PatternError {
    PatternError(path, .line(line.number, column: column), reason, expected: "\(advice)")
  }
}
