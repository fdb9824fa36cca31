// SPDX-License-Identifier: GPL-3.0-or-later

/// An entry of a tar archive that a test makes.
package struct TarEntry {
  let name: String
  /// Its name is written in Latin-1, not in UTF-8.
  let isLatin1: Bool
  /// As in the header: 0 a file, 1 and 2 links, 6 a pipe.
  let type: Character
  let link: String
  let bytes: [UInt8]
  /// The byte count in its header, if that differs from the real one.
  let declaredByteCount: Int?

  /// An entry of a name, a file by default.
  package init(
    name: String, isLatin1: Bool = false, type: Character = "0", link: String = "",
    bytes: [UInt8] = [], declaredByteCount: Int? = nil
  ) {
    (self.name, self.isLatin1, self.type) = (name, isLatin1, type)
    (self.link, self.bytes, self.declaredByteCount) = (link, bytes, declaredByteCount)
  }
}

/// Writes tar archives, POSIX.1-1988 (ustar).
package enum Tar {
  /// The bytes of an archive.
  package static func archive(_ entries: [TarEntry]) -> [UInt8] {
    var archive: [UInt8] = []
    for entry in entries {
      archive += header(entry) + entry.bytes
      archive += [UInt8](repeating: 0, count: (512 - entry.bytes.count % 512) % 512)
    }
    return archive + [UInt8](repeating: 0, count: 1024)
  }

  private static func header(_ entry: TarEntry) -> [UInt8] {
    var header = [UInt8](repeating: 0, count: 512)
    func put(_ text: String, at place: Int) {
      for (index, byte) in text.utf8.enumerated() { header[place + index] = byte }
    }
    func octal(_ number: Int, digits: Int) -> String {
      let text = String(number, radix: 8)
      return String(repeating: "0", count: digits - text.count) + text
    }
    let name =
      entry.isLatin1 ? entry.name.unicodeScalars.map { UInt8($0.value) } : Array(entry.name.utf8)
    header.replaceSubrange(0..<name.count, with: name)
    put("0000644", at: 100)
    put("0000000", at: 108)
    put("0000000", at: 116)
    put(octal(entry.declaredByteCount ?? entry.bytes.count, digits: 11), at: 124)
    put("00000000000", at: 136)
    put("        ", at: 148)
    put(String(entry.type), at: 156)
    put(entry.link, at: 157)
    put("ustar\u{0}00", at: 257)
    put(octal(header.reduce(0) { $0 + Int($1) }, digits: 6) + "\u{0} ", at: 148)
    return header
  }
}
