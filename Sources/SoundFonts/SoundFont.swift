// SPDX-License-Identifier: GPL-3.0-or-later

/// A SoundFont 2: presets of zones, each with a sample of 16 or 24 bits. What is wrong in the file is an error or is left out; nothing
/// outside it is read.
public struct SoundFont: Sendable {
  /// Zones of a preset that are used at most.
  private static let mostZones = 1000
  /// Parameters of a zone that are read at most; the format has 61.
  private static let mostParameters = 256

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
    if let version = chunks["ifil"], version.count >= 2, Self.number(bytes, version.lowerBound) > 2
    {
      throw SoundFontError(
        path, "its samples are compressed, as in SF3",
        advice: "give a SoundFont 2, or convert it to one")
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
    var known: [Int: [SoundFontZone]] = [:]
    for outer in zones(.presets, preset, linked: \.instrument) {
      guard let instrument = outer.instrument else { continue }
      let inside = known[instrument] ?? zones(.instruments, instrument, linked: \.sample)
      known[instrument] = inside
      for inner in inside {
        guard found.count < Self.mostZones else { return found }
        guard let zone = inner.under(outer), let number = zone.sample, let sample = sample(number)
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
    let low = chunks["sm24"] ?? 0..<0
    let hasLow = low.count >= data.count / 2
    return inside.map { place in
      let value = Int(
        Int16(truncatingIfNeeded: Self.number(bytes, data.lowerBound + 2 * place)))
      return Float(value << 8 | (hasLow ? Int(bytes[low.lowerBound + place]) : 0)) / 8_388_608
    }
  }

  /// The parts of the file that describe zones.
  private struct Parts {
    let heads, bags, generators, modulators: String
    let headSize, bagField: Int

    static let presets = Parts(
      heads: "phdr", bags: "pbag", generators: "pgen", modulators: "pmod", headSize: 38,
      bagField: 24)
    static let instruments = Parts(
      heads: "inst", bags: "ibag", generators: "igen", modulators: "imod", headSize: 22,
      bagField: 20)
  }

  /// The zones of a preset or an instrument, with what its global zone says.
  private func zones(
    _ parts: Parts, _ number: Int, linked: (SoundFontZone) -> Int?
  ) -> [SoundFontZone] {
    guard let head = record(parts.heads, parts.headSize, number),
      record(parts.heads, parts.headSize, number + 1) != nil
    else { return [] }
    let first = Self.number(bytes, head + parts.bagField)
    let end = Self.number(bytes, head + parts.headSize + parts.bagField)
    var global: SoundFontZone?
    var zones: [SoundFontZone] = []
    for bag in first..<max(first, min(end, first + Self.mostZones)) {
      guard let place = record(parts.bags, 4, bag), record(parts.bags, 4, bag + 1) != nil
      else { break }
      let zone = zone(parts, bag: place)
      if linked(zone) == nil {
        if bag == first { global = zone }
      } else {
        zones.append(zone.over(global))
      }
    }
    return zones
  }

  private func zone(_ parts: Parts, bag place: Int) -> SoundFontZone {
    var zone = SoundFontZone()
    let generator = Self.number(bytes, place)
    let generatorEnd = min(Self.number(bytes, place + 4), generator + Self.mostParameters)
    for number in generator..<max(generator, generatorEnd) {
      guard let place = record(parts.generators, 4, number) else { break }
      let amount = Self.number(bytes, place + 2)
      zone.take(
        Self.number(bytes, place), low: amount & 0xff, high: amount >> 8,
        signed: Int(Int16(truncatingIfNeeded: amount)))
    }
    let modulator = Self.number(bytes, place + 2)
    let modulatorEnd = min(
      Self.number(bytes, place + 6), modulator + SoundFontModulator.mostOfZone)
    var modulators: [SoundFontModulator] = []
    for number in modulator..<max(modulator, modulatorEnd) {
      guard let place = record(parts.modulators, 10, number) else { break }
      let fields = (0..<5).map { Self.number(bytes, place + 2 * $0) }
      if let modulator = SoundFontModulator(
        source: fields[0], destination: fields[1],
        amount: Int(Int16(truncatingIfNeeded: fields[2])), amountSource: fields[3],
        transform: fields[4])
      {
        modulators.append(modulator)
      }
    }
    zone.modulators = zone.modulators.overridden(by: modulators)
    return zone
  }

  private func sample(_ number: Int) -> SoundFontSample? {
    guard let place = record("shdr", 46, number) else { return nil }
    func long(_ field: Int) -> Int {
      Self.number(bytes, place + field) | Self.number(bytes, place + field + 2) << 16
    }
    let count = (chunks["smpl"]?.count ?? 0) / 2
    let (start, end, rate) = (long(20), long(24), long(36))
    // Those in the memory of an old sound card, and compressed ones, are not in the file.
    let isElsewhere = Self.number(bytes, place + 44) & 0x8010 != 0
    guard start < end, end <= count, (400...200_000).contains(rate), !isElsewhere else {
      return nil
    }
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
