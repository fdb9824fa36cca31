// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Storage

/// A file that stays open, so that its contents can be copied after it was removed from its folder.
public final class OpenFile: Sendable {
  /// The bytes that a copy leaves free on a disk to which something else is being recorded.
  private static let reserveBytes = 1 << 24

  /// Its former path.
  public let path: String
  private let descriptor: Int32

  /// Keeps `file` open by itself; nil if the system has no room for that.
  init?(_ file: FileBytes, path: String) {
    let copy = fcntl(file.descriptor, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { return nil }
    self.path = path
    descriptor = copy
  }

  deinit { close(descriptor) }

  /// Copies all of it to a new file at `path`, and brings that to the disk. The copy is complete or
  /// not made at all.
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
