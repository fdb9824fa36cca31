// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Simulation
import TestSupport
import Testing

@Suite(.waiting) struct DoctorTests {
  private struct Line: Decodable {
    let check: String
    let status: String
    let found: String
    let why: String
    let fix: String?
  }

  @Test(
    "each check is a JSON object with its fix; the exit code shows whether anything must be fixed",
    .slow)
  func json() throws {
    let outcome = try Command(in: TemporaryFolder())("doctor", "--json")
    let lines = try outcome.output.split(separator: "\n").map {
      try JSONDecoder().decode(Line.self, from: Data($0.utf8))
    }
    #expect(lines.count >= 12 && outcome.errors.isEmpty)
    for line in lines {
      #expect(["pass", "warn", "fix"].contains(line.status))
      #expect(!line.found.isEmpty && !line.why.isEmpty)
      #expect((line.fix == nil) == (line.status == "pass"))
    }
    #expect(outcome.exitCode == (lines.contains { $0.status == "fix" } ? 2 : 0))
  }
}
