// SPDX-License-Identifier: GPL-3.0-or-later

/// The chunks of a WAV or RF64 around its sound.
struct WAVChunks {
  /// What programs write behind the sound.
  private static let tags = Set(
    [
      "LIST", "id3 ", "ID3 ", "bext", "iXML", "axml", "cue ", "smpl", "inst", "PEAK", "acid",
      "cart", "DISP", "afsp", "JUNK", "PAD ", "_PMX",
    ].map { Array($0.utf8) })
  /// No tag behind a sound that was cut off is longer.
  private static let searchedByteCount = 1 << 20
  private static let firstOffset = 12

  private(set) var factOffset: Int?
  let dataStart: Int
  let dataSize: Int
  let bytesPerFrame: Int
  let sampleRateHz: Int

  /// What stands before the sound; nil where there is no format, or no sound.
  init?(_ file: FileBytes) {
    var offset = Self.firstOffset
    var format: (bytesPerFrame: Int, sampleRateHz: Int)?
    while let name = file.bytes(at: offset, count: 4),
      let size = file.number(at: offset + 4, byteCount: 4)
    {
      if name == Array("fmt ".utf8) {
        guard let rate = file.number(at: offset + 12, byteCount: 4), rate > 0,
          let align = file.number(at: offset + 20, byteCount: 2), align > 0
        else { return nil }
        format = (align, rate)
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

  /// Chunks, one after the other, fill the file from an offset to its end, or to a tag of another kind there.
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
    // The last one may lack the byte that makes it even.
    return offset == byteCount || offset == byteCount + 1
  }

  /// A tag begins at an offset, be it whole or not: no sound looks like it.
  static func isTag(_ file: FileBytes, at offset: Int) -> Bool {
    file.bytes(at: offset, count: 4).map(tags.contains) ?? false
  }

  /// Where the sound ends that begins at `start`, however long the file tells it is: before tags that reach to the end.
  static func soundEnd(_ file: FileBytes, from start: Int) -> Int {
    let end = file.untaggedByteCount
    let first = max(start, end - searchedByteCount)
    let tail = file.bytes(at: first, count: max(0, end - first)) ?? []
    for offset in tail.indices.dropLast(7)
    where tags.contains(Array(tail[offset..<offset + 4])) && fill(file, from: first + offset) {
      return first + offset
    }
    return end
  }
}
