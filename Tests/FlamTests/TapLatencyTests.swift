// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Simulation
import TestSupport
import Testing

@Suite(.waiting) struct TapLatencyTests {
  private struct Report: Decodable {
    let method: String
    let trials: Int
    let medianMilliseconds: Double
    let jitterMilliseconds: Double
    let withinBudget: Bool
    let refused: [String: Int]
  }

  private let folder = TemporaryFolder()
  private var flam: Command { Command(in: folder) }

  /// Thumps, each answered by a tick 20 ms later.
  private func write(answers: Bool) {
    var (samples, onsets) = StruckSounds.take(
      StruckSounds.low, amplitudes: Array(repeating: 0.3, count: 6), spacingSeconds: 0.4)
    let (ticks, starts) = StruckSounds.take(
      StruckSounds.high, amplitudes: Array(repeating: 0.3, count: 6), spacingSeconds: 0.4,
      background: 0, seed: 5)
    for (onset, start) in zip(onsets, starts) where answers {
      for offset in 0..<4800 { samples[onset + 960 + offset] += ticks[start + offset] }
    }
    folder.write(WaveFile.bytes(samples), to: "phone.wav")
  }

  @Test("the pairs of a recording are found, and the time between them", .slow)
  func recording() throws {
    write(answers: true)
    let outcome = try flam("latency", "tap", "--recording", "phone.wav", "--json")
    let report = try JSONDecoder().decode(Report.self, from: Data(outcome.output.utf8))
    #expect(outcome.exitCode == 0 && report.method == "tap" && report.withinBudget)
    #expect(report.trials == 6 && report.refused.isEmpty)
    #expect(abs(report.medianMilliseconds - 20) < 0.1 && report.jitterMilliseconds < 0.1)
    #expect(try flam("latency", "tap", "--recording", "phone.wav", "--budget", "10").exitCode == 2)
  }

  @Test("taps without drums end with 65 and what to do", .slow)
  func noDrums() throws {
    write(answers: false)
    let outcome = try flam("latency", "tap", "--recording", "phone.wav")
    #expect(outcome.exitCode == 65 && outcome.output.isEmpty)
    #expect(outcome.errors.contains("6 with no drum after it: turn the loudspeaker up"))
    let json = try flam("latency", "tap", "--recording", "phone.wav", "--json")
    #expect(json.exitCode == 65 && json.output.split(separator: "\n").count == 1)
    #expect(json.output.contains("\"cannotTell\":\"noDrum\""))
    #expect(!json.output.contains("medianMilliseconds"))
  }

  @Test("without a sound card it says so")
  func noDevice() throws {
    #expect(try flam("latency", "tap").exitCode == 69)
  }
}
