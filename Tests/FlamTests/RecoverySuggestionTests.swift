// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing

/// Advice of libraries.
@Suite struct RecoverySuggestionTests {
  private static let sources = URL(filePath: #filePath)
    .deletingLastPathComponent().appending(path: "../../Sources").standardized

  @Test("no library names an option of the command line: the command line words their advice")
  func noOptions() throws {
    // Doctor finds lines for the shell; a page has variables of style sheets.
    let others = ["Flam/", "Console/", "Reports/", "Screen/", "Doctor/", "Charts/Web/"]
    // Of another program.
    let known = ["flac --decode"]
    let paths = try #require(
      FileManager.default.enumerator(at: Self.sources, includingPropertiesForKeys: nil))
    var count = 0
    for case let url as URL in paths where url.pathExtension == "swift" {
      let path = String(url.standardized.path.dropFirst(Self.sources.path.count + 1))
      guard !others.contains(where: path.hasPrefix) else { continue }
      count += 1
      let text = try String(contentsOf: url, encoding: .utf8)
      guard text.contains("--") else { continue }
      for line in text.split(separator: "\n")
      where line.contains("--") && !known.contains(where: { line.contains($0) }) {
        #expect(line.firstMatch(of: /[" (]--[a-z]/) == nil, "\(path): \(line)")
      }
    }
    #expect(count > 400)
  }
}
