// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import flam_score

@Suite struct SubprocessTests {
  @Test("what a program writes and its exit code are reported")
  func outcome() {
    let outcome = Subprocess.run(["sh", "-c", "echo heard; exit 3"])
    #expect(outcome?.output == "heard\n")
    #expect(outcome?.exitCode == 3)
  }

  @Test("a program that is not installed is none")
  func missing() {
    #expect(Subprocess.run(["no-such-program-of-flam"]) == nil)
  }
}
