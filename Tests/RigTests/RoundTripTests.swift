// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Simulation
import TestSupport
import Testing

/// `flam latency loop` and `air` through real ALSA: the output returns to the input 480 frames
/// later.
@Suite(
  .serialized, .waiting, .enabled(if: Rig.missing == nil, Comment(rawValue: Rig.missing ?? "")))
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

  /// More time than the program takes to play three times: it plays again by itself if it popped.
  private static let silentSeconds = 30

  private func silence(rateHz: Int = 48_000) -> [Float] {
    [Float](repeating: 0, count: Self.silentSeconds * rateHz)
  }

  private func loop(
    _ setting: Rig.Setting = Rig.Setting(), returnGain: Float = 0.4, options: [String] = [],
    unless isUnfit: (Rig.Recording) -> Bool = { $0.isDisturbed }
  ) throws -> Report {
    try Rig.undisturbed(unless: isUnfit) {
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

  @Test("an inverted return is reported", .long)
  func polarity() throws {
    let report = try loop(returnGain: -0.4)
    #expect(report.polarity == "inverted" && abs(report.frames - 608) < 0.01)
  }

  @Test("on two clocks the delay is that of the mapping, and the drift is reported", .long)
  func twoClocks() throws {
    // Both streams are seen a little after the fact, not equally so: the more the later the machine
    // wakes the thread. The result is a median, which half of the time decides.
    let report = try loop(
      options: ["--input", "default", "--output", "rig"],
      unless: { recording in
        let moments = Array(stride(from: 0, to: recording.take.count, by: 4800))
        let onTime = recording.undisturbed(moments, byProcessors: true)
        return recording.isDisturbed || 2 * onTime.count < moments.count
      })
    #expect(abs(report.frames - 208 - Self.returnFrames) < 16)
    #expect(report.confidence > 0.9)
    #expect(abs(try #require(report.driftPartsPerMillion)) < 20)
  }

  @Test(
    "without a cable it ends with 69, with a signal from elsewhere with 65", .long,
    arguments: [(0, 69, "nothing is heard"), (0.1, 65, "a signal from elsewhere")])
  func refusals(noise: Float, exitCode: Int, reason: String) throws {
    let take = Signal.noise(count: 48_000 * Self.silentSeconds, amplitude: noise)
    let thrown = #expect(throws: Rig.Failure.self) {
      try Rig.run(take: take, endsItself: true, command: Rig.flam("latency", "loop"))
    }
    let failure = try #require(thrown)
    // If the machine is late it may pop each time, and reports that.
    if failure.isOfMachine, failure.description.contains("it popped in each of") {
      try Judgement.leaveOut(failure.machine)
    }
    Judgement.count(1, of: 1, else: "")
    #expect(failure.exitCode == exitCode && failure.description.contains(reason))
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
