// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// What a program prints.
enum ProgramOutput {
  /// Standard output of a line of the shell; nil if it fails, or takes longer than a second.
  static func read(_ line: String) -> String? {
    guard let program = popen("exec timeout 1 \(line) 2>/dev/null", "re") else { return nil }
    var bytes: [UInt8] = []
    while case let byte = fgetc(program), byte != EOF { bytes.append(UInt8(byte)) }
    return pclose(program) == 0 ? String(decoding: bytes, as: UTF8.self) : nil
  }
}
