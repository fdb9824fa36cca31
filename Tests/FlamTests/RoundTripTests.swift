// SPDX-License-Identifier: GPL-3.0-or-later
import Simulation
import TestSupport
import Testing

@Suite(.waiting) struct RoundTripTests {
  private let folder = TemporaryFolder()

  @Test("without a sound device nothing is measured, in one line", arguments: ["loop", "air"])
  func noDevice(method: String) throws {
    let outcome = try Command(in: folder).run(["latency", method, "--device", "nonesuch"])
    #expect(outcome.exitCode == 69 && outcome.output.isEmpty)
    #expect(outcome.errorLines.count == 1)
    #expect(outcome.errorLines.first?.hasPrefix("flam: cannot open") == true)
  }

  @Test("evidence that exists is left alone, before anything is played")
  func evidence() throws {
    folder.write([1, 2, 3], to: "loop.wav")
    let outcome = try Command(in: folder).run(["latency", "loop", "--save", "loop.wav"])
    #expect(outcome.exitCode == 73 && outcome.errors.contains("--force"))
  }
}
