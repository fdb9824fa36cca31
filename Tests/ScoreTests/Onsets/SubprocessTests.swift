// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import flam_score

@Suite struct SubprocessTests {
  @Test("a program's output and its exit code are reported")
  func outcome() {
    let outcome = Subprocess.run(["sh", "-c", "echo heard; exit 3"])
    #expect(outcome?.output == "heard\n")
    #expect(outcome?.exitCode == 3)
  }

  @Test("a program that is not installed gives no result")
  func missing() {
    #expect(Subprocess.run(["no-such-program-of-flam"]) == nil)
  }
}
