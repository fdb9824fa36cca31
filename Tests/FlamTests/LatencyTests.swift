// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Simulation
import TestSupport
import Testing

@Suite(.waiting) struct LatencyTests {
  private struct Report: Decodable {
    struct Stage: Decodable {
      let name: String
      let milliseconds: Double
    }
    struct Port: Decodable {
      let kind: String
      let milliseconds: Double
      let stages: [Stage]
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
    let ports: [Port]?
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

  @Test(
    "the delay of a note and of a board's stroke is shown on request, and compared with the budget"
  )
  func ports() throws {
    folder.write(
      text: #"{"pads": [{"input": "A0", "plays": "kick", "scanMilliseconds": 3}]}"#,
      to: "board.json")
    #expect(try report().ports == nil)
    let ports = try #require(try report("--midi-in", "nanoPAD", "--board", "board.json").ports)
    #expect(ports.map(\.kind) == ["midi", "board"])
    for port in ports {
      let sum = port.stages.reduce(0) { $0 + $1.milliseconds }
      #expect(abs(sum - port.milliseconds) < 1e-9)
    }
    // The scan time, 110 bits and a millisecond and a half.
    let reporting = 3 + 110_000 / 115_200.0 + 1.5
    #expect(abs(ports[1].milliseconds - ports[0].milliseconds - reporting) < 1e-6)
    let tight = try flam.run(arguments + ["--board", "board.json", "--budget", "6"])
    #expect(tight.exitCode == 2 && tight.output.contains("within the budget of 6 ms"))
    #expect(tight.output.contains("ms after its stroke on the board, always (capture period 1.3, "))
    let missing = try flam.run(arguments + ["--board", "none.json"])
    #expect(missing.exitCode == 66 && missing.errors.contains("none.json"))
  }

  @Test("an absurd budget is printed as it was given")
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

  @Test(
    "a plot is drawn in the format of its ending, and overwrites nothing unasked", .slow,
    arguments: [("a.svg", "<svg"), ("a.png", "PNG")])
  func plot(name: String, mark: String) throws {
    #expect(try flam.run(arguments + ["--plot", name]).exitCode == 0)
    let data = try Data(contentsOf: URL(filePath: "\(folder.path)/\(name)"))
    #expect(String(decoding: data.prefix(500), as: UTF8.self).contains(mark))
    #expect(try flam.run(arguments + ["--plot", name]).exitCode == 73)
    #expect(try flam.run(arguments + ["--plot", name, "--force"]).exitCode == 0)
  }

  @Test(
    "play shows the expected use of the budget beforehand, and the real one afterwards", .slow
  )
  func playBudget() throws {
    let outcome = try flam.run(
      ["play", "--take", "take.wav", "--budget", "9", "--seconds", "1", "--verbose"]
        + arguments.suffix(2))
    #expect(outcome.exitCode == 0)
    let line = try #require(outcome.errorLines.first { $0.hasPrefix("From tap to drum ") })
    #expect(line.contains(" of 9 ms allowed (capture period 1.3, hearing "))
    #expect(line.contains("flam latency loop"))
    #expect(outcome.errors.contains("within the budget of 9 ms"))
  }
}
