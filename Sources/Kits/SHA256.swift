// SPDX-License-Identifier: GPL-3.0-or-later
import CGcrypt
import Glibc
import Hashing
import Storage

/// Identifies the contents of files and texts, whatever their names. Source: FIPS 180-4, by libgcrypt.
public struct SHA256: ~Copyable {
  private let digest: gcry_md_hd_t

  /// The hash of nothing so far; nil if libgcrypt cannot compute it.
  init?() {
    Gcrypt.start()
    var open: gcry_md_hd_t?
    guard gcry_md_open(&open, CInt(GCRY_MD_SHA256.rawValue), 0) == 0, let digest = open else {
      return nil
    }
    self.digest = digest
  }

  deinit { gcry_md_close(digest) }

  /// The hash of the file at `path`, in hexadecimal; nil if it cannot be read, or has more bytes
  /// than `Limits.hashedBytes`.
  public static func hash(ofFile path: String) -> String? {
    guard let hash = SHA256(), hash.add(contentsOf: path) != nil else { return nil }
    return hash.hexadecimal
  }

  func add(_ bytes: [UInt8]) { gcry_md_write(digest, bytes, bytes.count) }

  /// The number of bytes in the file; nil if it cannot be read, or has too many.
  @discardableResult func add(contentsOf path: String) -> Int? {
    guard let descriptor = try? RegularFile.open(path) else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_size <= Limits.hashedBytes else { return nil }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    var byteCount = 0
    while true {
      let count = read(descriptor, &bytes, bytes.count)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return count == 0 ? byteCount : nil }
      gcry_md_write(digest, bytes, count)
      byteCount += count
    }
  }

  /// The hash of everything that was added; nothing can be added after that.
  var hexadecimal: String {
    guard let bytes = gcry_md_read(digest, 0) else { return "" }
    return UnsafeBufferPointer(
      start: bytes, count: Int(gcry_md_get_algo_dlen(CInt(GCRY_MD_SHA256.rawValue)))
    ).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
