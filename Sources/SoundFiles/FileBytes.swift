// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Storage

/// Why bytes of an open file were not written.
struct WriteFailure: Error {
  let reason: String

  /// The failure of the last system call.
  static var system: WriteFailure { WriteFailure(reason: SoundFileError.text(errno: errno)) }
}

/// The bytes of an open file; the caller closes it.
struct FileBytes {
  let descriptor: Int32

  /// The size of the file.
  var byteCount: Int {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
  }

  /// The bytes on disk, without the holes of a sparse file. It moves to the start of the file.
  var heldByteCount: Int {
    var (count, end) = (0, off_t(0))
    defer { lseek(descriptor, 0, SEEK_SET) }
    for _ in 0..<Self.mostPieces {
      let start = lseek(descriptor, end, Self.seekData)
      guard start >= 0 else { return errno == ENXIO ? count : byteCount }
      end = lseek(descriptor, start, Self.seekHole)
      guard end > start else { return byteCount }
      count += Int(end - start)
    }
    return count
  }

  /// The file is in no folder any more: it disappears when it is closed.
  var isRemoved: Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_nlink == 0
  }

  /// It is a file, not a device or pipe.
  var isRegular: Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Locks the file while it is being written; false if another program has locked it. What is no
  /// file counts as free.
  func lock() -> Bool { !isRegular || FileLock.take(descriptor) }

  /// The size before a tag that other programs append (ID3v1).
  var untaggedByteCount: Int {
    let tagBytes = 128
    let tag = bytes(at: byteCount - tagBytes, count: 3)
    return tag == Array("TAG".utf8) ? byteCount - tagBytes : byteCount
  }

  /// Nil if the file does not have these bytes.
  func bytes(at offset: Int, count: Int) -> [UInt8]? {
    guard offset >= 0, count >= 0, offset + count <= byteCount else { return nil }
    var bytes = [UInt8](repeating: 0, count: count)
    return pread(descriptor, &bytes, count, offset) == count ? bytes : nil
  }

  /// A little-endian number; nil if the file does not have these bytes.
  func number(at offset: Int, byteCount: Int) -> Int? {
    bytes(at: offset, count: byteCount)?.reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  /// Writes all of `bytes` at the file's position.
  func append(_ bytes: UnsafeRawBufferPointer) throws(WriteFailure) {
    do throws(SystemError) { try WholeFile.append(bytes, to: descriptor) } catch {
      throw WriteFailure(reason: SoundFileError.text(errno: error.code))
    }
  }

  /// Overwrites bytes at an offset.
  func overwrite(_ bytes: [UInt8], at offset: Int) throws(WriteFailure) {
    guard pwrite(descriptor, bytes, bytes.count, offset) == bytes.count else { throw .system }
  }

  /// Keeps only the first bytes.
  func cut(toByteCount count: Int) throws(WriteFailure) {
    guard ftruncate(descriptor, count) == 0 else { throw .system }
  }

  /// Copies the whole file to an empty one: at once if the disk can share the bytes, else without
  /// the holes.
  ///
  /// - Parameter reserveBytes: The space to leave free on the disk of the copy.
  func copy(to copy: FileBytes, leaving reserveBytes: Int) throws(WriteFailure) {
    if ioctl(copy.descriptor, Self.shareRequest, descriptor) == 0 { return }
    let end = byteCount
    var (disk, status) = (statvfs(), stat())
    if fstatvfs(copy.descriptor, &disk) == 0, fstat(descriptor, &status) == 0,
      Int(disk.f_bavail) * Int(disk.f_frsize) < Int(status.st_blocks) * 512 + reserveBytes
    {
      throw WriteFailure(reason: "the disk has no room for another \(end) bytes")
    }
    guard ftruncate(copy.descriptor, end) == 0 else { throw .system }
    var offset: off_t = 0
    while offset < end {
      // A disk without holes has bytes everywhere.
      let start = lseek(descriptor, offset, Self.seekData)
      if start < 0 && errno == ENXIO { break }
      if start >= 0 { offset = start }
      let hole = start < 0 ? -1 : lseek(descriptor, offset, Self.seekHole)
      let stop = hole < 0 ? end : hole
      guard lseek(copy.descriptor, offset, SEEK_SET) == offset else { throw .system }
      while offset < stop {
        let step = min(Self.stepBytes, stop - offset)
        guard sendfile(copy.descriptor, descriptor, &offset, step) > 0 else { throw .system }
      }
    }
  }

  /// Counts so many pieces of a sparse file: a file with more is large enough.
  private static let mostPieces = 10_000
  /// The bytes copied in one step.
  private static let stepBytes = 1 << 20
  /// `SEEK_DATA` and `SEEK_HOLE` of unistd.h.
  private static let (seekData, seekHole): (Int32, Int32) = (3, 4)
  /// `FICLONE` of linux/fs.h.
  private static let shareRequest: UInt = 0x4004_9409

  /// Brings the whole file to the disk.
  func synchronise() throws(WriteFailure) {
    // A pipe or device has nothing to bring to a disk.
    guard fdatasync(descriptor) == 0 || errno == EINVAL else {
      throw .system
    }
  }
}

extension FixedWidthInteger {
  /// The lowest byte first.
  var littleEndianBytes: [UInt8] { withUnsafeBytes(of: littleEndian) { Array($0) } }
}
