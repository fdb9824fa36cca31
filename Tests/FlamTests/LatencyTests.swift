// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import TestSupport
import Testing

@Suite struct LatencyTests {
  private struct Report: Decodable {
    struct Stage: Decodable {
      let name: String
      let milliseconds: Double
    }
    let method: String
    let trials: Int
    let medianMilliseconds: Double
    let p95Milliseconds: Double
    let maxMilliseconds: Double
    let jitterMilliseconds: Double
    let budgetMilliseconds: Double
    let withinBudget: Bool
    let stages: [Stage]
  }

  private let folder = TemporaryFolder()
  private let arguments: [String]
  private var flam: Command { Command(in: folder) }

  init() {
    let kit = Tapping.writeKit(in: folder)
    folder.write(WaveFile.bytes(Tapping.take().samples), to: "take.wav")
    arguments = ["latency", "engine", "--take", "take.wav", "--kit", kit]
  }

  private func report(_ options: String...) throws -> Report {
    let outcome = try flam.run(arguments + ["--json"] + options)
    return try JSONDecoder().decode(Report.self, from: Data(outcome.output.utf8))
  }

  @Test("the stages sum to the median, which keeps a budget of 23 ms")
  func stages() throws {
    let report = try report()
    #expect(report.method == "engine" && report.trials == 6)
    #expect(report.budgetMilliseconds == 23 && report.withinBudget)
    #expect(report.jitterMilliseconds < 0.1)
    #expect(report.medianMilliseconds <= report.p95Milliseconds)
    #expect(report.p95Milliseconds <= report.maxMilliseconds)
    let sum = report.stages.reduce(0) { $0 + $1.milliseconds }
    #expect(abs(sum - report.medianMilliseconds) < 1e-9)
    #expect(report.stages.allSatisfy { $0.milliseconds >= 0 })
  }

  @Test("four times the buffer takes three buffers longer")
  func periods() throws {
    let small = try report("--period", "64")
    let large = try report("--period", "256")
    let longer = large.medianMilliseconds - small.medianMilliseconds
    #expect(abs(longer - 1000 * 3 * 128 / 48_000) < 1e-6)
  }

  @Test("over the budget it reports all the same, and ends with 2")
  func overBudget() throws {
    let outcome = try flam.run(arguments + ["--budget", "1", "--json"])
    #expect(outcome.exitCode == 2 && outcome.output.contains("\"withinBudget\":false"))
  }

  @Test("a budget past all measure is printed as it was given")
  func hugeBudget() throws {
    let outcome = try flam.run(arguments + ["--budget", "1e300"])
    #expect(outcome.exitCode == 0 && outcome.output.contains("1e+300"))
  }

  @Test("for people it lists each stage and the verdict")
  func text() throws {
    let outcome = try flam.run(arguments)
    #expect(outcome.exitCode == 0)
    for word in ["capture", "hearing", "playback", "median", "within", "jitter"] {
      #expect(outcome.output.contains(word))
    }
  }

  @Test("a take without taps ends with 65")
  func noTaps() throws {
    try Sox(in: folder).write([Float](repeating: 0, count: 24_000), to: "take.wav")
    let outcome = try flam.run(arguments)
    #expect(outcome.exitCode == 65 && outcome.errors.contains("no hit"))
  }
}
