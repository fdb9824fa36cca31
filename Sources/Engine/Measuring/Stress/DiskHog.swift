// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Synchronization

/// Keeps the disk of the temporary folder busy: it writes a file of bounded size to the disk, again
/// and again, until it is stopped. The file loses its name at once, so nothing is ever left behind.
final class DiskHog: Sendable {
  /// The most that the file takes, in bytes.
  static let fileBytes = 32 << 20

  private let threads: WorkThreads

  /// Starts writing in `folder`; nil if it cannot make a file there.
  init?(folder: String) {
    var path = Array("\(folder)/flam-stress-XXXXXX".utf8CString)
    let descriptor = mkstemp(&path)
    guard descriptor >= 0 else { return nil }
    unlink(path)
    threads = WorkThreads(count: 1) { mustStop in
      let chunk = [UInt8](repeating: 0x5A, count: 1 << 20)
      var offset = 0
      while !mustStop.load(ordering: .relaxed) {
        guard pwrite(descriptor, chunk, chunk.count, offset) == chunk.count else { break }
        offset = (offset + chunk.count) % Self.fileBytes
        if offset % (4 << 20) == 0 { fsync(descriptor) }
      }
      close(descriptor)
    }
  }

  /// Stops writing. The space is freed once the disk has finished writing; this does not wait for
  /// that, because a busy disk may take many seconds.
  func stop() { threads.leave() }
}
