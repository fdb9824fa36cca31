// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Storage

/// A file that is kept open, so that what it holds can be copied after it was removed from its folder.
public final class OpenFile: Sendable {
  /// What a copy leaves free on a disk that something else is being recorded to, in bytes.
  private static let reserveBytes = 1 << 24

  /// Where it lay.
  public let path: String
  private let descriptor: Int32

  /// Keeps `file` open on its own; nil if the system has no room for that.
  init?(_ file: FileBytes, path: String) {
    let copy = fcntl(file.descriptor, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { return nil }
    self.path = path
    descriptor = copy
  }

  deinit { close(descriptor) }

  /// Copies all of it to a new file at `path`, which is brought to the disk; whole or not at all.
  public func copy(to path: String) throws(SoundFileError) {
    let opened = open(
      FileNames.exactPath(path), O_WRONLY | O_CREAT | O_CLOEXEC | O_EXCL, 0o666)
    guard opened >= 0 else { throw .creation(path, errno) }
    defer { close(opened) }
    do throws(WriteFailure) {
      let copy = FileBytes(descriptor: opened)
      try FileBytes(descriptor: descriptor).copy(to: copy, leaving: Self.reserveBytes)
      try copy.synchronise()
    } catch {
      unlink(FileNames.exactPath(path))
      throw SoundFileError(
        .interrupted, .write, path: path, reason: error.reason,
        advice: "free some space or choose another disk")
    }
  }
}
