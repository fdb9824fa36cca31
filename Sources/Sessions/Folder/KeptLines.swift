// SPDX-License-Identifier: GPL-3.0-or-later
import Synchronization

/// A text file of a session. When its place fails, it goes on in another one; for one thread, ``failure`` for any.
final class KeptLines: @unchecked Sendable {
  private var file: LineFile
  private var elsePath: String?
  private let failed = Mutex<SessionError?>(nil)

  /// Creates the file.
  init(path: String, elsePath: String?) throws(SessionError) {
    file = try LineFile(path: path)
    self.elsePath = elsePath
  }

  /// Why writing ended early.
  var failure: SessionError? { failed.withLock { $0 } }

  /// Appends lines; after the last failure they are forgotten.
  func write(_ lines: [String]) {
    guard failure == nil, !lines.isEmpty else { return }
    do {
      try append(lines)
    } catch {
      guard let elsePath = elsePath.take() else { return end(error) }
      do { try goOn(at: elsePath, with: lines) } catch { end(error) }
    }
  }

  private func append(_ lines: [String]) throws(SessionError) {
    guard !file.isRemoved else {
      throw SessionError(
        .interrupted, "write '\(file.path)'", reason: "it was removed while being written",
        advice: "leave a session alone while it is kept")
    }
    try file.write(lines)
  }

  /// Goes on at `path`; what was removed goes there too.
  private func goOn(at path: String, with lines: [String]) throws(SessionError) {
    let next = try LineFile(path: path)
    try next.write(file.isRemoved ? file.lines + lines : lines)
    file = next
  }

  private func end(_ error: SessionError) { failed.withLock { $0 = error } }
}
