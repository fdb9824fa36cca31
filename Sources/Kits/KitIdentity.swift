// SPDX-License-Identifier: GPL-3.0-or-later
import CGcrypt
import Glibc

/// What makes a kit the same kit: its text and its sounds, wherever they lie.
public enum KitIdentity {
  /// SHA-256 in hexadecimal over the kit's own file and every sound that it names, in the order of their names.
  ///
  /// Source: FIPS 180-4, by libgcrypt. A sound that is missing counts as missing.
  public static func hash(path: String) throws(KitError) -> String {
    let description = try KitReader.describe(path: path)
    let sounds = Set(description.pads.flatMap(\.regions).compactMap(\.slice?.path))
    let files = (Folder.exists(path) ? [] : [path]) + sounds.sorted()
    _ = gcry_check_version(nil)
    var open: gcry_md_hd_t?
    guard gcry_md_open(&open, CInt(GCRY_MD_SHA256.rawValue), 0) == 0, let digest = open else {
      throw KitError(
        .unreadable, kit: path, reason: "its hash cannot be computed", advice: "try again")
    }
    defer { gcry_md_close(digest) }
    for file in files { add(file, to: digest) }
    guard let bytes = gcry_md_read(digest, 0) else { return "" }
    return UnsafeBufferPointer(
      start: bytes, count: Int(gcry_md_get_algo_dlen(CInt(GCRY_MD_SHA256.rawValue)))
    ).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  private static func add(_ path: String, to digest: gcry_md_hd_t) {
    guard let file = fopen(path, "rb") else { return }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = fread(&bytes, 1, bytes.count, file)
      guard count > 0 else { return }
      gcry_md_write(digest, bytes, count)
    }
  }
}
