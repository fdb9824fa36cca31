// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Storage

/// The arguments of the program as the system has them: bytes, which need not be text.
package enum ArgumentText {
  /// Those behind the program's name, as ``FileNames/exact(_:)`` puts them down.
  package static let all: [String] = (1..<max(1, Int(CommandLine.argc))).compactMap { index in
    CommandLine.unsafeArgv[index].map { argument in
      FileNames.exact(UnsafeRawBufferPointer(start: argument, count: strlen(argument)))
    }
  }
}
