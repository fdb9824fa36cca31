// SPDX-License-Identifier: GPL-3.0-or-later
import Notation
import Sequencing

/// What a Standard MIDI File says about drums: their notes, tempi and time signatures, at their ticks.
struct MIDIFileEvents {
  /// A note.
  struct Note {
    let tick: Int
    let note: Int
    let velocity: Int
  }

  /// More changes of the tempo or the meter are refused.
  private static let mostChanges = 100_000

  private(set) var ticksPerQuarter = 0
  private(set) var title: String?
  private(set) var notes: [Note] = []
  /// Microseconds of a quarter.
  private(set) var tempi: [(tick: Int, microseconds: Int)] = []
  private(set) var meters: [(tick: Int, meter: Meter)] = []

  /// Reads all tracks. Chunks and events of other kinds are passed over.
  init(_ bytes: [UInt8], path: String) throws(PatternError) {
    var bytes = MIDIFileBytes(bytes, path: path)
    try readHeader(&bytes)
    while !bytes.isAtEnd {
      let start = bytes.place
      guard let name = bytes.name() else { break }
      let length = try bytes.number(count: 4)
      guard length <= bytes.left else {
        throw bytes.error(
          at: start,
          "a part of \(length) bytes, of which \(bytes.left) are there: the file is cut off")
      }
      let end = bytes.place + length
      if name == MIDIFileFormat.trackName { try readTrack(&bytes, end: end) }
      bytes.place = end
    }
    guard !notes.isEmpty else {
      throw PatternError(
        path, .file, "it has no drums: no note on channel 10", expected: "give a file with drums")
    }
    notes = notes.enumerated().sorted {
      ($0.element.tick, $0.offset) < ($1.element.tick, $1.offset)
    }.map(\.element)
    tempi.sort { $0.tick < $1.tick }
    meters.sort { $0.tick < $1.tick }
  }

  private mutating func readHeader(_ bytes: inout MIDIFileBytes) throws(PatternError) {
    guard bytes.name() == MIDIFileFormat.headerName else {
      throw bytes.error(at: 0, "it does not begin with \(MIDIFileFormat.headerName)")
    }
    let length = try bytes.number(count: 4)
    let start = bytes.place
    guard length >= MIDIFileFormat.headerBytes, length <= bytes.left else {
      throw bytes.error(at: 4, "a header of \(length) bytes")
    }
    let format = try bytes.number(count: 2)
    guard format <= 1 else {
      throw PatternError(
        bytes.path, .byte(8), "it has format \(format)",
        expected: "save it as format 0 or 1: one song")
    }
    _ = try bytes.number(count: 2)
    let division = try bytes.number(count: 2)
    guard (1...0x7FFF).contains(division) else {
      throw PatternError(
        bytes.path, .byte(12),
        division == 0 ? "a quarter of no ticks" : "it counts frames of film in place of beats",
        expected: "save it with ticks of a quarter")
    }
    ticksPerQuarter = division
    bytes.place = start + length
  }

  private mutating func readTrack(
    _ bytes: inout MIDIFileBytes, end: Int
  ) throws(PatternError) {
    var tick = 0
    var running: UInt8?
    while bytes.place < end {
      tick += try bytes.variableLength(before: end)
      let place = bytes.place
      var status = try bytes.byte(before: end)
      if status < 0x80 {
        guard let before = running else {
          throw bytes.error(at: place, "a value where an event begins")
        }
        (status, bytes.place) = (before, place)
      }
      switch status {
      case 0x80..<0xF0:
        running = status
        let data = try bytes.data(count: (0xC0..<0xE0).contains(status) ? 1 : 2, before: end)
        if status == MIDIFileFormat.noteOn | MIDIFileFormat.drumChannel, data[1] > 0 {
          try add(Note(tick: tick, note: Int(data[0]), velocity: Int(data[1])), bytes, place)
        }
      case MIDIFileFormat.meta:
        let type = try bytes.byte(before: end)
        let length = try bytes.variableLength(before: end)
        guard length <= end - bytes.place else {
          throw bytes.error(at: place, "an event of \(length) bytes: its track is cut off")
        }
        let data = bytes.bytes[bytes.place..<bytes.place + length]
        bytes.place += length
        // Sequencers that mix meta events into running status are read as they mean it.
        switch MIDIFileFormat.Meta(rawValue: type) {
        case .endOfTrack: return
        case .tempo where length == 3:
          let microseconds = data.reduce(0) { $0 << 8 | Int($1) }
          try addChange(bytes, place) { $0.tempi.append((tick, microseconds)) }
        case .meter where length >= 2:
          let meter = try Self.meter(Array(data), bytes, place)
          try addChange(bytes, place) { $0.meters.append((tick, meter)) }
        case .trackName where title == nil && tick == 0:
          let text = TabLine.trimmed(Array(String(decoding: data, as: UTF8.self))[...])
          if !text.isEmpty { title = text }
        default: break
        }
      case 0xF0, 0xF7:
        let length = try bytes.variableLength(before: end)
        guard length <= end - bytes.place else {
          throw bytes.error(at: place, "an event of \(length) bytes: its track is cut off")
        }
        bytes.place += length
        running = nil
      default: throw bytes.error(at: place, "an event that no file may have")
      }
    }
  }

  private mutating func add(
    _ note: Note, _ bytes: MIDIFileBytes, _ place: Int
  ) throws(PatternError) {
    guard notes.count < Song.mostNotes else {
      throw bytes.error(at: place, "more than \(Song.mostNotes) notes")
    }
    notes.append(note)
  }

  private mutating func addChange(
    _ bytes: MIDIFileBytes, _ place: Int, _ add: (inout MIDIFileEvents) -> Void
  ) throws(PatternError) {
    guard tempi.count + meters.count < Self.mostChanges else {
      throw bytes.error(at: place, "more than \(Self.mostChanges) changes of tempo and meter")
    }
    add(&self)
  }

  /// The time signature of a numerator and a power of two; those of sixteenths are written in eighths.
  private static func meter(
    _ data: [UInt8], _ bytes: MIDIFileBytes, _ place: Int
  ) throws(PatternError) -> Meter {
    let (beats, power) = (Int(data[0]), Int(data[1]))
    let text =
      switch power {
      case 0: "\(4 * beats)/4"
      case 4 where beats % 2 == 0: "\(beats / 2)/8"
      case 1...3: "\(beats)/\(1 << power)"
      default: "\(beats)/2^\(power)"
      }
    guard let meter = Meter(text) else {
      throw PatternError(
        bytes.path, .byte(place), "a time signature of \(text)",
        expected: "write it with halves, quarters or eighths, and up to 32 of them")
    }
    return meter
  }
}

/// Bytes of a Standard MIDI File, read from the front.
struct MIDIFileBytes {
  let bytes: [UInt8]
  let path: String
  /// The next byte.
  var place = 0

  init(_ bytes: [UInt8], path: String) { (self.bytes, self.path) = (bytes, path) }

  var left: Int { bytes.count - place }
  var isAtEnd: Bool { left == 0 }

  /// The name of a chunk; nil where none follows.
  mutating func name() -> String? {
    guard left >= 8 else { return nil }
    defer { place += 4 }
    return String(decoding: bytes[place..<place + 4], as: UTF8.self)
  }

  mutating func number(count: Int) throws(PatternError) -> Int {
    try data(count: count, before: bytes.count, isRaw: true).reduce(0) { $0 << 8 | Int($1) }
  }

  mutating func byte(before end: Int) throws(PatternError) -> UInt8 {
    guard place < end else { throw error(at: place, "an event is cut off") }
    defer { place += 1 }
    return bytes[place]
  }

  /// - Parameter isRaw: Each byte may have eight bits; otherwise seven, as values of MIDI have.
  mutating func data(
    count: Int, before end: Int, isRaw: Bool = false
  ) throws(PatternError) -> [UInt8] {
    guard end - place >= count else { throw error(at: place, "the file is cut off") }
    let data = Array(bytes[place..<place + count])
    if !isRaw, let wrong = data.firstIndex(where: { $0 > 0x7F }) {
      throw error(at: place + wrong, "a value above 127")
    }
    place += count
    return data
  }

  /// A number in seven bits a byte, four bytes at the most.
  mutating func variableLength(before end: Int) throws(PatternError) -> Int {
    let start = place
    var value = 0
    for _ in 0..<4 {
      let byte = try byte(before: end)
      value = value << 7 | Int(byte & 0x7F)
      if byte < 0x80 { return value }
    }
    throw error(at: start, "a number of more than four bytes")
  }

  func error(at place: Int, _ reason: String) -> PatternError {
    PatternError(
      path, .byte(place), reason,
      expected: "a Standard MIDI File is expected: save it again from the program that made it")
  }
}
