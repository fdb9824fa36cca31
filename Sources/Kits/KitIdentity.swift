// SPDX-License-Identifier: GPL-3.0-or-later
import CGcrypt
import Glibc

/// What makes a kit the same kit: its text and its sounds, wherever they lie.
public enum KitIdentity {
  /// SHA-256 in hexadecimal over what the kit says and every sound that it names, in the order of their names.
  ///
  /// Source: FIPS 180-4, by libgcrypt. A sound that is missing counts as missing. Where the kit lies does not count.
  public static func hash(path: String) throws(KitError) -> String {
    let description = try KitReader.describe(path: path)
    let sounds = Set(description.pads.flatMap(\.regions).compactMap(\.slice?.path)).sorted()
    _ = gcry_check_version(nil)
    var open: gcry_md_hd_t?
    guard gcry_md_open(&open, CInt(GCRY_MD_SHA256.rawValue), 0) == 0, let digest = open else {
      throw KitError(
        .unreadable, kit: path, reason: "its hash cannot be computed", advice: "try again")
    }
    defer { gcry_md_close(digest) }
    add("\(description.pads) \(description.chokes)", to: digest)
    var finder = FileFinder()
    for sound in sounds {
      let file = finder.find(
        sound, in: description.folder, otherEndings: description.otherEndings)
      add("\(sound) \(file == nil ? "is missing" : "is there")", to: digest)
      if let file { add(contentsOf: file, to: digest) }
    }
    guard let bytes = gcry_md_read(digest, 0) else { return "" }
    return UnsafeBufferPointer(
      start: bytes, count: Int(gcry_md_get_algo_dlen(CInt(GCRY_MD_SHA256.rawValue)))
    ).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// Ended by a zero, so that no two texts run into each other.
  private static func add(_ text: String, to digest: gcry_md_hd_t) {
    let bytes = Array(text.utf8) + [0]
    gcry_md_write(digest, bytes, bytes.count)
  }

  /// Ended by its length.
  private static func add(contentsOf path: String, to digest: gcry_md_hd_t) {
    guard let file = fopen(path, "rb") else { return }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    var byteCount = 0
    while true {
      let count = fread(&bytes, 1, bytes.count, file)
      guard count > 0 else { break }
      gcry_md_write(digest, bytes, count)
      byteCount += count
    }
    add("\(byteCount)", to: digest)
  }
}
