// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials

/// A sound or a text that could not be written.
package struct OutputError: Error, CustomStringConvertible {
  let path: String
  /// The reason.
  package let reason: String

  package init(path: String, reason: String) { (self.path, self.reason) = (path, reason) }

  package var description: String { "Cannot write \(path): \(reason)" }
}

/// Writes a text file; makes the folder if it is missing.
package func writeText(_ text: String, to path: String) throws(OutputError) {
  try makeFolder(for: path)
  do {
    try text.write(toFile: path, atomically: true, encoding: .utf8)
  } catch {
    throw OutputError(path: path, reason: "\(error)")
  }
}

/// Makes the folder of a file if it is missing.
package func makeFolder(for path: String) throws(OutputError) {
  let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    .joined(separator: "/")
  guard !folder.isEmpty else { return }
  do {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  } catch {
    throw OutputError(path: folder, reason: "\(error)")
  }
}
