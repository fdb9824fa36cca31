// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// Where a command speaks: results on standard output, everything else on standard error.
enum Terminal {
  /// Standard error is read by a person.
  static let isWatched = isatty(STDERR_FILENO) == 1

  /// Writes a line to standard error.
  static func tell(_ line: String) { write(line + "\n", to: STDERR_FILENO) }

  /// Writes a line to standard output at once, so that whoever reads along is not kept waiting.
  static func print(_ line: String) { write(line + "\n", to: STDOUT_FILENO) }

  /// Writes over the current line of standard error, where a person watches.
  static func show(_ line: String) {
    if isWatched { write("\r\u{1B}[K" + line, to: STDERR_FILENO) }
  }

  /// Clears what ``show(_:)`` wrote.
  static func clear() { show("") }

  /// Writes all of `text`; false where that fails.
  @discardableResult static func write(_ text: String, to descriptor: Int32) -> Bool {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let written = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if written < 0 && errno == EINTR { continue }
      guard written > 0 else { return false }
      bytes = bytes.dropFirst(written)
    }
    return true
  }
}
