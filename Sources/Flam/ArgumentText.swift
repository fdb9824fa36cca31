// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Storage

/// The arguments of the program as the system has them: bytes, which need not be text.
enum ArgumentText {
  /// Fails where an argument is no UTF-8: read as text, it would be the name of another file.
  static func check() throws(CommandFailure) {
    for index in 1..<max(1, Int(CommandLine.argc)) {
      guard let argument = CommandLine.unsafeArgv[index] else { return }
      let bytes = UnsafeRawBufferPointer(start: argument, count: strlen(argument))
      guard String(validating: bytes, as: UTF8.self) == nil else { continue }
      throw CommandFailure(
        .usage,
        "cannot use '\(FileNames.text(bytes))': this name is no UTF-8, and as text it would be that of another file; "
          + "rename it, as with: convmv -f latin1 -t utf8 --notest FILE")
    }
  }
}
