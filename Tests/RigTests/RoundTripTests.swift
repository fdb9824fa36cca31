// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import TestSupport
import Testing

/// `flam latency loop` and `air` through real ALSA: what is played returns to the input 480 frames later.
@Suite(.serialized, .enabled(if: Rig.missing == nil, Comment(rawValue: Rig.missing ?? "")))
struct RoundTripTests {
  struct Setting: CustomTestStringConvertible, Sendable {
    let rateHz: Int
    let periodFrames: Int
    var testDescription: String { "\(periodFrames) frames × 2 at \(rateHz) Hz" }
  }

  private struct Report: Decodable {
    let method: String
    let trials: Int
    let medianMilliseconds: Double
    let withinBudget: Bool
    let stages: [Stage]
    let frames: Double
    let confidence: Double
    let excessFrames: Double?
    let polarity: String?
    let driftPartsPerMillion: Double?
    let returnGainDecibels: Double?

    struct Stage: Decodable {
      let name: String
      let milliseconds: Double
    }
  }

  private static let returnFrames = 480.0

  private func silence(seconds: Double, rateHz: Int) -> [Float] {
    [Float](repeating: 0, count: Int(seconds * Double(rateHz)))
  }

  private func loop(
    _ setting: Setting, returnGain: Float = 0.4, options: [String] = []
  ) throws -> Report {
    let recording = try Rig.run(
      take: silence(seconds: 8, rateHz: setting.rateHz), rateHz: setting.rateHz,
      periodFrames: setting.periodFrames, returnGain: returnGain,
      command: [
        Rig.product("flam"), "latency", "loop", "--json", "--rate", "\(setting.rateHz)",
        "--period", "\(setting.periodFrames)",
      ] + options)
    try #require(recording.skippedFrames == 0, "the machine was too slow for the rig itself")
    return try JSONDecoder().decode(Report.self, from: Data(recording.output.utf8))
  }

  @Test(
    "the delay of the loop is that of the rig, within a hundredth of a frame",
    arguments: [
      Setting(rateHz: 48_000, periodFrames: 64), Setting(rateHz: 48_000, periodFrames: 128),
      Setting(rateHz: 48_000, periodFrames: 256), Setting(rateHz: 44_100, periodFrames: 64),
    ])
  func delay(setting: Setting) throws {
    let report = try loop(setting)
    let buffers = 2 * Double(setting.periodFrames)
    #expect(abs(report.frames - buffers - Self.returnFrames) < 0.01)
    #expect(abs((report.excessFrames ?? 0) - Self.returnFrames) < 0.01)
    #expect(report.confidence > 0.99 && report.polarity == "kept" && report.trials == 10)
    #expect(report.withinBudget && report.driftPartsPerMillion == nil)
    let sum = report.stages.reduce(0) { $0 + $1.milliseconds }
    #expect(abs(sum - report.medianMilliseconds) < 1e-6)
  }

  @Test("what returns upside down is told")
  func polarity() throws {
    let report = try loop(Setting(rateHz: 48_000, periodFrames: 64), returnGain: -0.4)
    #expect(report.polarity == "inverted" && abs(report.frames - 608) < 0.01)
  }

  @Test("on two clocks the delay is that of the mapping, and the drift is told")
  func twoClocks() throws {
    let report = try loop(
      Setting(rateHz: 48_000, periodFrames: 64), options: ["--input", "default", "--output", "rig"])
    // Both streams are seen a little after the fact, not equally so.
    #expect(abs(report.frames - 208 - Self.returnFrames) < 16)
    #expect(report.confidence > 0.9)
    #expect(abs(try #require(report.driftPartsPerMillion)) < 20)
  }

  @Test("without a cable it ends with 69, with a signal from elsewhere with 65")
  func refusals() throws {
    let setting = Setting(rateHz: 48_000, periodFrames: 64)
    func ending(_ take: [Float]) -> String {
      do {
        let recording = try Rig.run(
          take: take, rateHz: setting.rateHz, command: [Rig.product("flam"), "latency", "loop"])
        return "exit 0 \(recording.errors)"
      } catch { return "\(error)" }
    }
    #expect(ending(silence(seconds: 8, rateHz: 48_000)).contains("exit 69"))
    #expect(ending(Signal.noise(count: 384_000, amplitude: 0.1)).contains("exit 65"))
  }

  @Test("air finds the first sound within 0.1 ms, and how the drums return")
  func air() throws {
    let recording = try Rig.run(
      take: Signal.noise(count: 624_000, amplitude: 0.003), returnGain: 0.25,
      command: [Rig.product("flam"), "latency", "air", "--json"])
    try #require(recording.skippedFrames == 0, "the machine was too slow for the rig itself")
    let report = try JSONDecoder().decode(Report.self, from: Data(recording.output.utf8))
    #expect(abs(report.frames - 128 - Self.returnFrames) < 4.8)
    #expect(report.confidence > 0.9 && report.method == "air" && report.trials == 10)
    #expect(abs(try #require(report.returnGainDecibels) + 12) < 2)
  }

  @Test("Ctrl-C ends it with 0 and nothing measured")
  func stopped() throws {
    let recording = try Rig.run(
      take: silence(seconds: 1, rateHz: 48_000), tailSeconds: 0,
      command: [Rig.product("flam"), "latency", "air", "--json"])
    #expect(recording.output.isEmpty)
  }
}
