// SPDX-License-Identifier: GPL-3.0-or-later
import CGcrypt
import Hashing

/// The checksum of all samples in a FLAC: the MD5 of the samples as integers of whole bytes, the
/// lowest byte first.
///
/// Each block has a checksum of its own; this one detects blocks that are missing, doubled or
/// another recording's. Source: RFC 9639, 2024, section 8.2.
enum FLACDigest {
  private static let blockFrames = 1 << 12

  /// The checksum of the decoded file at `path`; nil if libgcrypt computes none, as in its FIPS
  /// mode.
  static func ofSound(path: String, sampleBits: Int) throws(SoundFileError) -> [UInt8]? {
    Gcrypt.start()
    var open: gcry_md_hd_t?
    guard gcry_md_open(&open, CInt(GCRY_MD_MD5.rawValue), 0) == 0, let digest = open else {
      return nil
    }
    defer { gcry_md_close(digest) }
    var reader = try SoundFileReader(path: path)
    var codes = [Int32](repeating: 0, count: blockFrames * reader.channelCount)
    let byteCount = (sampleBits + 7) / 8
    while case let count = reader.read(codes: &codes), count > 0 {
      // libsndfile returns the upper bits of 32.
      let bytes = codes[..<(count * reader.channelCount)].flatMap { code in
        (0..<byteCount).map { UInt8(truncatingIfNeeded: code >> Int32(32 - sampleBits + 8 * $0)) }
      }
      gcry_md_write(digest, bytes, bytes.count)
    }
    return gcry_md_read(digest, 0).map { Array(UnsafeBufferPointer(start: $0, count: 16)) }
  }
}
