// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import ErrorAdvice
import Storage

/// A text file being written line by line; the system gets each line at once.
public struct LineFile: ~Copyable {
  /// As it was given.
  public let path: String
  private let descriptor: Int32
  private var safeByteCount = 0

  /// Creates the file; one that exists is left alone unless `isOverwriting`.
  public init(path: String, isOverwriting: Bool = false) throws(SessionError) {
    let exclusive = isOverwriting ? O_TRUNC : O_EXCL
    let opened = open(
      FileNames.exactPath(path), O_RDWR | O_CREAT | O_CLOEXEC | exclusive, 0o666)
    guard opened >= 0 else {
      throw SessionError(
        .cannotCreate, "create '\(path)'", reason: String(cString: strerror(errno)),
        advice: errno == EEXIST
          ? "give another name, or \(.overwrite)" : "choose a folder you may write to")
    }
    self.path = path
    descriptor = opened
  }

  deinit { close(descriptor) }

  /// Takes the file away again.
  public func remove() { unlink(FileNames.exactPath(path)) }

  /// It is no longer in any folder.
  var isRemoved: Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_nlink == 0
  }

  /// The lines on the disk so far, even if the file was removed.
  var safeLines: [String] {
    var bytes = [UInt8](repeating: 0, count: safeByteCount)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
      .split(separator: "\n").map(String.init)
  }

  /// Writes all lines to the disk.
  mutating func synchronise() throws(SessionError) {
    // Only a file can be synchronised.
    guard fdatasync(descriptor) == 0 || errno == EINVAL else { throw failure(.last) }
    safeByteCount = Int(max(0, lseek(descriptor, 0, SEEK_END)))
  }

  /// Cuts off the part that is not on the disk, if possible.
  func cutToSafe() { _ = ftruncate(descriptor, safeByteCount) }

  /// Appends lines.
  public func write(_ lines: [String]) throws(SessionError) {
    guard !lines.isEmpty else { return }
    do throws(SystemError) {
      try WholeFile.append((lines.joined(separator: "\n") + "\n").utf8, to: descriptor)
    } catch { throw failure(error) }
  }

  private func failure(_ error: SystemError) -> SessionError {
    SessionError(
      .interrupted, "write '\(path)'", reason: "\(error)", advice: "free some space")
  }
}
