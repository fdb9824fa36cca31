// SPDX-License-Identifier: GPL-3.0-or-later

/// The chunks of a WAV or RF64 around its sound.
struct WAVChunks {
  /// Chunks that programs write after the sound.
  private static let tags = Set(
    [
      "LIST", "id3 ", "ID3 ", "bext", "iXML", "axml", "cue ", "smpl", "inst", "PEAK", "acid",
      "cart", "DISP", "afsp", "JUNK", "PAD ", "_PMX",
    ].map { Array($0.utf8) })
  /// The longest chunk after a cut-off sound.
  private static let searchedByteCount = 1 << 20
  private static let firstOffset = 12
  /// The longest unknown chunk after the sound.
  private static let mostForeignBytes = 1 << 24

  private(set) var factOffset: Int?
  let dataStart: Int
  let dataSize: Int
  let bytesPerFrame: Int
  let sampleRateHz: Int

  /// The chunks before the sound; nil if there is no format, or no sound.
  init?(_ file: FileBytes) {
    var offset = Self.firstOffset
    var format: (bytesPerFrame: Int, sampleRateHz: Int)?
    while let name = file.bytes(at: offset, count: 4),
      let size = file.number(at: offset + 4, byteCount: 4)
    {
      if name == Array("fmt ".utf8) {
        format = Self.format(file, at: offset + 8, byteCount: size)
      }
      if name == Array("fact".utf8) && size >= 4 { factOffset = offset + 8 }
      if name == Array("data".utf8) {
        guard let format else { return nil }
        dataStart = offset + 8
        dataSize = size
        (bytesPerFrame, sampleRateHz) = format
        return
      }
      offset += 8 + size + size % 2
    }
    return nil
  }

  /// Formats with independent frames: PCM, floats, A-law and µ-law; nil for compressed or malformed
  /// ones.
  private static func format(
    _ file: FileBytes, at offset: Int, byteCount: Int
  ) -> (bytesPerFrame: Int, sampleRateHz: Int)? {
    guard let tag = file.number(at: offset, byteCount: 2),
      let channelCount = file.number(at: offset + 2, byteCount: 2), channelCount > 0,
      let rate = file.number(at: offset + 4, byteCount: 4), rate > 0,
      let bytesPerFrame = file.number(at: offset + 12, byteCount: 2),
      let bits = file.number(at: offset + 14, byteCount: 2), bits > 0,
      bytesPerFrame == channelCount * ((bits + 7) / 8)
    else { return nil }
    let isExtensible = tag == 0xFFFE && byteCount >= 40
    let encoding = isExtensible ? file.number(at: offset + 24, byteCount: 2) : tag
    return [1, 3, 6, 7].contains(encoding) ? (bytesPerFrame, rate) : nil
  }

  /// Chunks, one after the other, fill the file from an offset to its end, or to a tag of another
  /// kind.
  static func fill(_ file: FileBytes, from start: Int) -> Bool {
    let byteCount = file.untaggedByteCount
    var offset = start
    while offset + 8 <= byteCount {
      guard let name = file.bytes(at: offset, count: 4),
        name.allSatisfy({ (32...126).contains($0) }),
        let size = file.number(at: offset + 4, byteCount: 4)
      else { return false }
      offset += 8 + size + size % 2
    }
    // The last chunk may lack its padding byte.
    return offset == byteCount || offset == byteCount + 1
  }

  /// A chunk begins at an offset, whole or not: a name of letters and digits, and a size. One cut
  /// in thirty thousand looks like it.
  static func isTag(_ file: FileBytes, at offset: Int) -> Bool {
    guard let name = file.bytes(at: offset, count: 4) else { return false }
    guard !tags.contains(name) else { return true }
    let letters = UInt8(ascii: "0")...UInt8(ascii: "z")
    return name.allSatisfy { letters.contains($0) || $0 == UInt8(ascii: " ") }
      && name.contains { $0 != UInt8(ascii: " ") }
      && file.number(at: offset + 4, byteCount: 4).map { $0 < mostForeignBytes } ?? false
  }

  /// The end of the sound that begins at `start`, whatever length the file declares: before chunks
  /// that reach to the end.
  static func soundEnd(_ file: FileBytes, from start: Int) -> Int {
    let end = file.untaggedByteCount
    let first = max(start, end - searchedByteCount)
    let tail = file.bytes(at: first, count: max(0, end - first)) ?? []
    // The offsets, from the last on, at which chunks begin that fill the rest; the last may lack
    // its padding byte.
    var isFilled = [Bool](repeating: false, count: tail.count) + [true, true]
    var soundEnd = end
    for offset in tail.indices.dropLast(7).reversed() {
      let name = tail[offset..<offset + 4]
      guard name.allSatisfy({ (32...126).contains($0) }) else { continue }
      let size = tail[offset + 4..<offset + 8].reversed().reduce(0) { $0 << 8 | Int($1) }
      let next = offset + 8 + size + size % 2
      isFilled[offset] = next < isFilled.count && isFilled[next]
      if isFilled[offset] && tags.contains(Array(name)) { soundEnd = first + offset }
    }
    return soundEnd
  }
}
