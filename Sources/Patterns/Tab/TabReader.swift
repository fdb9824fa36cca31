// SPDX-License-Identifier: GPL-3.0-or-later
import Notation

/// Reads a tab line by line.
struct TabReader {
  let path: String
  var title: String?
  var style: String?
  var manner = TabManner()
  /// Holds at the beginning of each section.
  private var headManner = TabManner()
  var sections = [TabSection(name: nil, count: 1)]
  private var sectionNames: Set<String> = []
  /// Drums by labels of the person's own.
  private var drums: [String: SongDrum] = [:]
  var block: TabBlock
  /// Lines of a sheet that describe it follow, up to an empty one.
  private var isDescribed = false
  var isOrdered = false

  private init(_ path: String) {
    self.path = path
    block = TabBlock(path)
  }

  /// The song of a text.
  static func song(_ text: String, path: String, name: String) throws(PatternError) -> Song {
    var reader = TabReader(path)
    var number = 0
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      number += 1
      try reader.read(TabLine(number, line))
    }
    return try reader.song(name: name)
  }

  private mutating func song(name: String) throws(PatternError) -> Song {
    try endBlock()
    if !isOrdered {
      for section in sections.dropFirst() {
        let name = TabLine.Word(text: section.name ?? "", column: 1)
        sections[0].items.append(
          .section(TabSection.Reference(name: name, line: 1, count: section.count)))
      }
    }
    var order = TabOrder(sections, path: path)
    return Song(try order.bars(), title: title ?? name, style: style)
  }

  private mutating func read(_ line: TabLine) throws(PatternError) {
    let text = line.text
    if text.isEmpty {
      isDescribed = false
      return try endBlock()
    }
    guard !isDescribed, !text.hasPrefix("#"), !Self.isCount(text), text != DrumTab.legend else {
      return
    }
    if let head = SheetHead(text) { return take(head) }
    if let row = TabRow(line) { return try read(row) }
    if text.hasPrefix("[") { return try readSection(line) }
    if let equals = line.letters.firstIndex(of: "="), !text.lowercased().hasPrefix("title") {
      return try readDrum(line, equals)
    }
    try read(directive: line.words, line)
  }

  /// "1 e & a 2": how to count, above a tab.
  private static func isCount(_ text: String) -> Bool {
    text.hasPrefix("1") && text.allSatisfy { "0123456789e&atl+. |".contains($0) }
      && !text.contains("|")
  }

  private mutating func take(_ head: SheetHead) {
    title = title ?? head.title
    manner.beatsPerMinute = head.beatsPerMinute
    manner.meter = head.meter
    manner.swing = head.swing
    isDescribed = true
  }

  private mutating func read(_ row: TabRow) throws(PatternError) {
    guard let drum = drums[row.label.text] ?? SongDrum(label: row.label.text) else {
      throw PatternError(
        path, .line(row.line, column: row.label.column), "'\(row.label.text)' is no drum",
        expected:
          "write one of \(SongDrum.labels), a MIDI note, or say which drum it is: '\(row.label.text) = snare'"
      )
    }
    try block.add(row, drum)
    if let rest = row.rest { block.count = try count(rest, row.line) }
  }

  mutating func endBlock() throws(PatternError) {
    defer { block = TabBlock(path) }
    guard !block.rows.isEmpty else { return }
    let section = sections.count - 1
    sections[section].items.append(
      .bars(try block.bars(manner, section: sections[section].name), count: block.count))
  }

  private mutating func readSection(_ line: TabLine) throws(PatternError) {
    try endBlock()
    let letters = line.letters
    guard let first = letters.firstIndex(of: "["), let last = letters.firstIndex(of: "]") else {
      throw error(line, line.firstColumn, "a section without ]", "write [verse]")
    }
    let name = TabLine.trimmed(letters[(first + 1)..<last])
    guard !name.isEmpty else {
      throw error(line, first + 2, "a section without a name", "write [verse]")
    }
    guard sectionNames.insert(name.lowercased()).inserted else {
      throw error(
        line, first + 2, "there is a section '\(name)' above", "give it another name")
    }
    let rest = TabLine(
      line.number,
      Substring(String(repeating: " ", count: last + 1) + String(letters[(last + 1)...])))
    let words = rest.words
    if words.count > 1 {
      throw error(line, words[1].column, "'\(words[1].text)' behind a section", "write [verse] x2")
    }
    if sections.count == 1 { headManner = manner } else { manner = headManner }
    let count = try words.first.map { word throws(PatternError) in try self.count(word, line.number)
    }
    sections.append(TabSection(name: name, count: count ?? 1))
  }

  /// "knock = snare".
  private mutating func readDrum(_ line: TabLine, _ equals: Int) throws(PatternError) {
    let label = TabLine.trimmed(line.letters[..<equals])
    let words = line.words.filter { $0.column > equals + 1 }
    let name = words.map(\.text).joined(separator: " ")
    guard !label.isEmpty, let drum = SongDrum(label: name) else {
      throw error(
        line, words.first?.column ?? equals + 1, "'\(name)' is no drum",
        "write one of \(SongDrum.labels), or a drum's name, as in 'knock = snare'")
    }
    drums[label] = drum
  }
}
