// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Storage

/// The problems of an archive that were found when it was unpacked, in a file beside the result,
/// one on each line.
struct KitArchiveNotes {
  let path: String

  /// Empty if there was none.
  var problems: [KitProblem] {
    let lines = (try? TextFile.lines(path: path)) ?? []
    return lines.compactMap { line in
      let parts = String(decoding: line, as: UTF8.self).split(separator: " ", maxSplits: 1)
      guard parts.count == 2, let kind = KitProblem.Kind(rawValue: String(parts[0])) else {
        return nil
      }
      return KitProblem(kind: kind, line: nil, message: String(parts[1]))
    }
  }

  /// Writes them. If there are none, there is no file.
  func keep(_ problems: [KitProblem]) throws(TextFile.Errno) {
    unlink(FileNames.exactPath(path))
    guard !problems.isEmpty else { return }
    let lines = problems.map { problem in
      "\(problem.kind.rawValue) " + problem.message.map { $0.isNewline ? " " : String($0) }.joined()
    }
    guard let file = fopen(FileNames.exactPath(path), "w") else {
      throw TextFile.Errno(code: errno)
    }
    let isWritten = fputs(lines.joined(separator: "\n"), file) >= 0
    guard fclose(file) == 0, isWritten else { throw TextFile.Errno(code: errno) }
  }
}
