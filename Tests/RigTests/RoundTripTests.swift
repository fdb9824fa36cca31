// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Simulation
import TestSupport
import Testing

/// `flam latency loop` and `air` through real ALSA: what is played returns to the input 480 frames later.
@Suite(.serialized, .enabled(if: Rig.missing == nil, Comment(rawValue: Rig.missing ?? "")))
struct RoundTripTests {
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

  /// More than three attempts take, should the first ones pop.
  private static let silentSeconds = 30

  private func silence(rateHz: Int = 48_000) -> [Float] {
    [Float](repeating: 0, count: Self.silentSeconds * rateHz)
  }

  private func loop(
    _ setting: Rig.Setting = Rig.Setting(), returnGain: Float = 0.4, options: [String] = []
  ) throws -> Report {
    try Rig.undisturbed {
      try Rig.run(
        take: silence(rateHz: setting.rateHz), setting, endsItself: true, returnGain: returnGain,
        command: Rig.flam("latency", "loop", "--json") + setting.options + options)
    }.report(Report.self)
  }

  @Test(
    "the delay of the loop is that of the rig, within a hundredth of a frame",
    arguments: TestLoad.cases(
      [
        Rig.Setting(), Rig.Setting(periodFrames: 128), Rig.Setting(periodFrames: 256),
        Rig.Setting(rateHz: 44_100),
      ], else: [2]))
  func delay(setting: Rig.Setting) throws {
    let report = try loop(setting)
    let buffers = Double(setting.bufferFrames)
    #expect(abs(report.frames - buffers - Self.returnFrames) < 0.01)
    #expect(abs((report.excessFrames ?? 0) - Self.returnFrames) < 0.01)
    #expect(report.confidence > 0.99 && report.polarity == "kept" && report.trials == 10)
    #expect(report.withinBudget && report.driftPartsPerMillion == nil)
    let sum = report.stages.reduce(0) { $0 + $1.milliseconds }
    #expect(abs(sum - report.medianMilliseconds) < 1e-6)
  }

  @Test("what returns upside down is told", .long)
  func polarity() throws {
    let report = try loop(returnGain: -0.4)
    #expect(report.polarity == "inverted" && abs(report.frames - 608) < 0.01)
  }

  @Test("on two clocks the delay is that of the mapping, and the drift is told", .long)
  func twoClocks() throws {
    func measured() throws -> (report: Report, error: Double) {
      let report = try loop(options: ["--input", "default", "--output", "rig"])
      return (report, abs(report.frames - 208 - Self.returnFrames))
    }
    // Both streams are seen a little after the fact, not equally so: the more the later the machine wakes the thread.
    var (report, error) = try measured()
    for _ in 1...3 where error >= 16 { (report, error) = try measured() }
    #expect(error < 16)
    #expect(report.confidence > 0.9)
    #expect(abs(try #require(report.driftPartsPerMillion)) < 20)
  }

  @Test("without a cable it ends with 69, with a signal from elsewhere with 65", .long)
  func refusals() throws {
    let noise = Signal.noise(count: 48_000 * Self.silentSeconds, amplitude: 0.1)
    for (take, ending) in [(silence(), "exit 69"), (noise, "exit 65")] {
      // Where the machine makes it pop it ends otherwise.
      for attempt in 1...4 {
        let failure = #expect(throws: Rig.Failure.self) {
          try Rig.run(take: take, endsItself: true, command: Rig.flam("latency", "loop"))
        }
        if let failure, failure.isDisturbed, attempt < 4, !failure.description.contains(ending) {
          continue
        }
        #expect(failure?.description.contains(ending) ?? false)
        break
      }
    }
  }

  @Test("air finds the first sound within 0.1 ms, and how the drums return", .long)
  func air() throws {
    let report = try Rig.undisturbed {
      try Rig.run(
        take: Signal.noise(count: 48_000 * Self.silentSeconds, amplitude: 0.003),
        endsItself: true, returnGain: 0.25, command: Rig.flam("latency", "air", "--json"))
    }.report(Report.self)
    #expect(abs(report.frames - 128 - Self.returnFrames) < 4.8)
    #expect(report.confidence > 0.9 && report.method == "air" && report.trials == 10)
    #expect(abs(try #require(report.returnGainDecibels) + 12) < 2)
  }

  @Test("Ctrl-C ends it with 0 and nothing measured", .long)
  func stopped() throws {
    let recording = try Rig.run(
      take: [Float](repeating: 0, count: 24_000),
      command: Rig.flam("latency", "air", "--json"))
    #expect(recording.output.isEmpty)
  }
}
