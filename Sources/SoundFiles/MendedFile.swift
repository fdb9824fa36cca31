// SPDX-License-Identifier: GPL-3.0-or-later
import CSndfile
import Glibc

/// An open sound file that is read as if its header declared its length. The file itself stays as it
/// is.
///
/// Recorders that are killed, and programs that write to a pipe, leave a WAV without lengths.
final class MendedFile {
  private let descriptor: Int32
  private let pieces: [(offset: Int, bytes: [UInt8])]
  private var position = 0

  /// Nil if the file needs no mending, or is beyond it.
  init?(_ file: FileBytes) {
    guard file.isRegular, let wave = WAVRecording(file), wave.declaredFrames == 0, wave.frames > 0,
      let pieces = try? wave.header()
    else { return nil }
    descriptor = file.descriptor
    self.pieces = pieces
  }

  /// Opens it for reading; it must outlive the handle. Nil if that fails.
  func open(_ info: inout SF_INFO) -> OpaquePointer? {
    var calls = SF_VIRTUAL_IO(
      get_filelen: { sf_count_t(MendedFile.at($0).byteCount) },
      seek: { sf_count_t(MendedFile.at($2).seek(Int($0), from: $1)) },
      read: { sf_count_t(MendedFile.at($2).read(into: $0, byteCount: Int($1))) },
      write: { _, _, _ in 0 },
      tell: { sf_count_t(MendedFile.at($0).position) })
    return sf_open_virtual(
      &calls, Int32(SFM_READ), &info, Unmanaged.passUnretained(self).toOpaque())
  }

  private static func at(_ address: UnsafeMutableRawPointer?) -> MendedFile {
    guard let address else { preconditionFailure("libsndfile passes on what it was given") }
    return Unmanaged<MendedFile>.fromOpaque(address).takeUnretainedValue()
  }

  private var byteCount: Int { FileBytes(descriptor: descriptor).byteCount }

  private func seek(_ offset: Int, from origin: Int32) -> Int {
    switch origin {
    case SEEK_CUR: position += offset
    case SEEK_END: position = byteCount + offset
    default: position = offset
    }
    return position
  }

  private func read(into bytes: UnsafeMutableRawPointer?, byteCount: Int) -> Int {
    guard let bytes else { return 0 }
    let count = pread(descriptor, bytes, byteCount, position)
    guard count > 0 else { return 0 }
    for piece in pieces {
      for (place, byte) in piece.bytes.enumerated() {
        let offset = piece.offset + place - position
        if (0..<count).contains(offset) {
          bytes.storeBytes(of: byte, toByteOffset: offset, as: UInt8.self)
        }
      }
    }
    position += count
    return count
  }
}
