// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// A text file being written line by line; what is written is with the system at once.
struct LineFile: ~Copyable {
  private let path: String
  private let descriptor: Int32

  /// Creates the file; one that exists is left alone unless `isOverwriting`.
  init(path: String, isOverwriting: Bool) throws(CommandFailure) {
    let exclusive = isOverwriting ? O_TRUNC : O_EXCL
    let opened = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | exclusive, 0o666)
    guard opened >= 0 else {
      let reason = String(cString: strerror(errno))
      let advice =
        errno == EEXIST
        ? "give another name, or --force to overwrite it" : "choose a folder you may write to"
      throw CommandFailure(.cannotCreate, "cannot create '\(path)': \(reason); \(advice)")
    }
    self.path = path
    descriptor = opened
  }

  deinit { close(descriptor) }

  /// Takes the file away again.
  func remove() { unlink(path) }

  /// Appends a line.
  func write(_ line: String) throws(CommandFailure) {
    guard Terminal.write(line + "\n", to: descriptor) else {
      throw CommandFailure(
        .inputOutput,
        "cannot write '\(path)': \(String(cString: strerror(errno))); free some space")
    }
  }
}
