// SPDX-License-Identifier: GPL-3.0-or-later

/// A part of a tab with a name; the part before the first name has none.
struct TabSection {
  /// A section that is to be played.
  struct Reference {
    let name: TabLine.Word
    let line: Int
    var count = 1
  }

  /// What is played in it, in order.
  enum Item {
    case bars([TabBar], count: Int)
    case section(Reference)
  }

  let name: String?
  /// How often it is played where the sections are played as they are written.
  let count: Int
  var items: [Item] = []
}

/// The bars of a tab in the order in which they are played.
struct TabOrder {
  /// How long something is.
  private struct Size {
    var bars = 0
    var notes = 0

    /// Never more than a little above the limits, so that no number grows too large.
    mutating func add(_ other: Size, times count: Int) {
      bars = min(bars + other.bars * count, Song.mostBars + 1)
      notes = min(notes + other.notes * count, Song.mostNotes + 1)
    }
  }

  /// Sections may be within sections so deep.
  private static let mostDepth = 16

  private let path: String
  private let sections: [TabSection]
  private let places: [String: Int]
  private var sizes: [Int: Size] = [:]

  /// - Parameter sections: The first one has no name, and is the song.
  init(_ sections: [TabSection], path: String) {
    (self.path, self.sections) = (path, sections)
    places = Dictionary(
      sections.enumerated().compactMap { place, section in
        section.name.map { ($0.lowercased(), place) }
      }, uniquingKeysWith: { first, _ in first })
  }

  /// All bars of the song. An error if sections play each other without an end, or if there are too many bars or notes.
  mutating func bars() throws(PatternError) -> [TabBar] {
    let size = try size(ofSection: 0, within: [])
    guard size.bars > 0 else {
      throw PatternError(
        path, .file, "it has no bars", expected: "write some, as in HH |x-x-x-x-|x-x-x-x-|")
    }
    guard size.bars <= Song.mostBars, size.notes <= Song.mostNotes else {
      throw PatternError(
        path, .file,
        "with all repeats it has more than \(Song.mostBars) bars or \(Song.mostNotes) notes",
        expected: "repeat less")
    }
    var bars: [TabBar] = []
    bars.reserveCapacity(size.bars)
    add(section: 0, to: &bars)
    return bars
  }

  private func place(of reference: TabSection.Reference) throws(PatternError) -> Int {
    if let place = places[reference.name.text.lowercased()] { return place }
    let known = sections.compactMap(\.name).joined(separator: ", ")
    throw PatternError(
      path, .line(reference.line, column: reference.name.column),
      "there is no section '\(reference.name.text)'",
      expected: known.isEmpty
        ? "write one: [\(reference.name.text)], and its bars below" : "write one of \(known)")
  }

  /// - Parameter outer: The sections that contain it.
  private mutating func size(
    ofSection place: Int, within outer: [Int]
  ) throws(PatternError) -> Size {
    if let known = sizes[place] { return known }
    var size = Size()
    for item in sections[place].items {
      switch item {
      case .bars(let bars, let count):
        let notes = bars.reduce(0) { $0 + $1.notes.count }
        size.add(Size(bars: bars.count, notes: notes), times: count)
      case .section(let reference):
        let next = try self.place(of: reference)
        guard next != place, !outer.contains(next) else {
          throw PatternError(
            path, .line(reference.line, column: reference.name.column),
            "section '\(reference.name.text)' is a part of itself",
            expected: "play it only in sections that it does not play")
        }
        guard outer.count < Self.mostDepth else {
          throw PatternError(
            path, .line(reference.line, column: reference.name.column),
            "sections are within sections \(Self.mostDepth) deep",
            expected: "write the bars of '\(reference.name.text)' here")
        }
        size.add(
          try self.size(ofSection: next, within: outer + [place]), times: reference.count)
      }
    }
    sizes[place] = size
    return size
  }

  /// All of it is known to exist, and to be no longer than allowed.
  private func add(section place: Int, to bars: inout [TabBar]) {
    for item in sections[place].items {
      switch item {
      case .bars(let written, let count):
        for _ in 0..<count { bars += written }
      case .section(let reference):
        guard let next = places[reference.name.text.lowercased()], sizes[next]?.bars ?? 0 > 0
        else { continue }
        for _ in 0..<reference.count { add(section: next, to: &bars) }
      }
    }
  }
}
