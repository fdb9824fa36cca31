// SPDX-License-Identifier: GPL-3.0-or-later

/// A SoundFont 2: presets of zones, each with a sample of 16 bits. What is wrong in the file is an error or is left out; nothing
/// outside it is read.
public struct SoundFont: Sendable {
  /// Zones of a preset that are used at most.
  private static let mostZones = 1000

  private let path: String
  private let bytes: [UInt8]
  private let chunks: [String: Range<Int>]
  /// Places of the presets' records, by bank and program.
  private let presets: [Int: Int]

  /// Reads a file.
  public init(_ bytes: [UInt8], path: String) throws(SoundFontError) {
    guard bytes.count > 12, Self.name(bytes, 0) == "RIFF", Self.name(bytes, 8) == "sfbk" else {
      throw SoundFontError(path, "it is no SoundFont 2")
    }
    (self.path, self.bytes) = (path, bytes)
    var chunks: [String: Range<Int>] = [:]
    for (name, list) in Self.chunks(bytes, in: 12..<bytes.count) where name == "LIST" {
      guard list.count >= 4 else { continue }
      for (name, chunk) in Self.chunks(bytes, in: list.lowerBound + 4..<list.upperBound) {
        chunks[name] = chunks[name] ?? chunk
      }
    }
    self.chunks = chunks
    for name in ["smpl", "phdr", "pbag", "pgen", "inst", "ibag", "igen", "shdr"] {
      guard chunks[name] != nil else {
        throw SoundFontError(path, "its part '\(name)' is missing")
      }
    }
    var presets: [Int: Int] = [:]
    let heads = chunks["phdr"] ?? 0..<0
    for place in 0..<max(0, heads.count / 38 - 1) {
      let first = heads.lowerBound + 38 * place
      let key = Self.number(bytes, first + 22) << 16 | Self.number(bytes, first + 20)
      presets[key] = presets[key] ?? place
    }
    self.presets = presets
  }

  /// The zones of a program (0...127) of a bank; nil where it has no such preset.
  public func zones(program: Int, bank: Int = 0) -> [(SoundFontZone, SoundFontSample)]? {
    guard let preset = presets[bank << 16 | program] else { return nil }
    var found: [(SoundFontZone, SoundFontSample)] = []
    for outer in zones("phdr", 38, at: 24, "pbag", "pgen", preset, linked: \.instrument) {
      guard let instrument = outer.instrument else { continue }
      for inner in zones("inst", 22, at: 20, "ibag", "igen", instrument, linked: \.sample) {
        guard let zone = inner.under(outer), let number = zone.sample, let sample = sample(number),
          found.count < Self.mostZones
        else { continue }
        found.append((zone, sample))
      }
    }
    return found
  }

  /// The samples of a range of places, nominally -1...1.
  public func samples(_ range: Range<Int>) -> [Float] {
    let data = chunks["smpl"] ?? 0..<0
    let inside = range.clamped(to: 0..<data.count / 2)
    return inside.map { place in
      let value = Int16(truncatingIfNeeded: Self.number(bytes, data.lowerBound + 2 * place))
      return Float(value) / 32_768
    }
  }

  /// The zones of a preset or an instrument, with what its global zone says.
  private func zones(
    _ heads: String, _ headSize: Int, at bagField: Int, _ bags: String, _ generators: String,
    _ number: Int, linked: (SoundFontZone) -> Int?
  ) -> [SoundFontZone] {
    guard let head = record(heads, headSize, number), record(heads, headSize, number + 1) != nil
    else { return [] }
    let first = Self.number(bytes, head + bagField)
    let end = Self.number(bytes, head + headSize + bagField)
    var global: SoundFontZone?
    var zones: [SoundFontZone] = []
    for bag in first..<max(first, min(end, first + Self.mostZones)) {
      guard let place = record(bags, 4, bag), record(bags, 4, bag + 1) != nil else { break }
      var zone = SoundFontZone()
      let lower = Self.number(bytes, place)
      for generator in lower..<max(lower, Self.number(bytes, place + 4)) {
        guard let place = record(generators, 4, generator) else { break }
        let amount = Self.number(bytes, place + 2)
        zone.take(
          Self.number(bytes, place), low: amount & 0xff, high: amount >> 8,
          signed: Int(Int16(truncatingIfNeeded: amount)))
      }
      if linked(zone) == nil {
        if bag == first { global = zone }
      } else {
        zones.append(zone.over(global))
      }
    }
    return zones
  }

  private func sample(_ number: Int) -> SoundFontSample? {
    guard let place = record("shdr", 46, number) else { return nil }
    func long(_ field: Int) -> Int {
      Self.number(bytes, place + field) | Self.number(bytes, place + field + 2) << 16
    }
    let count = (chunks["smpl"]?.count ?? 0) / 2
    let (start, end, rate) = (long(20), long(24), long(36))
    guard start < end, end <= count, (400...200_000).contains(rate) else { return nil }
    return SoundFontSample(
      start: start, end: end, loopStart: long(28), loopEnd: long(32), sampleRateHz: rate,
      rootKey: Int(bytes[place + 40]), correctionCents: Int(Int8(bitPattern: bytes[place + 41])))
  }

  /// Where a record of a part begins; nil beyond its end.
  private func record(_ chunk: String, _ size: Int, _ number: Int) -> Int? {
    guard let range = chunks[chunk], number >= 0, (number + 1) * size <= range.count else {
      return nil
    }
    return range.lowerBound + number * size
  }

  private static func name(_ bytes: [UInt8], _ place: Int) -> String {
    String(decoding: bytes[place..<place + 4], as: UTF8.self)
  }

  /// A number of 16 bits.
  private static func number(_ bytes: [UInt8], _ place: Int) -> Int {
    Int(bytes[place]) | Int(bytes[place + 1]) << 8
  }

  private static func chunks(_ bytes: [UInt8], in range: Range<Int>) -> [(String, Range<Int>)] {
    var found: [(String, Range<Int>)] = []
    var place = range.lowerBound
    while place + 8 <= range.upperBound {
      let size = number(bytes, place + 4) | number(bytes, place + 6) << 16
      let end = min(range.upperBound, place + 8 + size)
      found.append((name(bytes, place), place + 8..<end))
      place += 8 + size + size & 1
    }
    return found
  }
}
