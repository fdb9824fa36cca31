// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Storage

/// What has been typed and not been taken yet. Never waits: a line that is not finished is none so far.
struct TypedText {
  private static let newline = UInt8(ascii: "\n")

  private var bytes: [UInt8] = []
  private var hasEnded = false
  private var editor = LineEditor()

  /// The line that is being typed, as far as it goes; only where keys are read.
  var unfinished: String { editor.line }

  /// Takes away what was typed of the line; only where keys are read.
  mutating func takeUnfinished() -> String { editor.takeLine() }

  /// The next whole line, without its end; what is left at the end of the input, then empty ones; nil where none is there
  /// yet.
  ///
  /// - Parameter readsKeys: A terminal gives each key as it is typed: those that edit the line do so here.
  mutating func newLine(from descriptor: Int32, readsKeys: Bool = false) -> String? {
    while !hasEnded && !bytes.contains(Self.newline) && isAnythingThere(descriptor) {
      var block = [UInt8](repeating: 0, count: 4096)
      let count = read(descriptor, &block, block.count)
      guard count >= 0 else { break }
      hasEnded = count == 0
      if readsKeys {
        for key in block[..<count] { bytes += editor.typed(key) }
      } else {
        bytes += block[..<count]
      }
    }
    guard let end = bytes.firstIndex(of: Self.newline) ?? (hasEnded ? bytes.count : nil) else {
      return nil
    }
    defer { bytes.removeFirst(min(bytes.count, end + 1)) }
    return FileNames.exact(bytes[..<end])
  }

  private func isAnythingThere(_ descriptor: Int32) -> Bool {
    var input = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&input, 1, 0) > 0
  }
}
