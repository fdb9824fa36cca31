// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Simulation
import TestSupport
import Testing

/// `flam latency stress` in real time, and the use of its result.
@Suite(
  .serialized, .waiting, .enabled(if: Rig.missing == nil, Comment(rawValue: Rig.missing ?? "")))
struct StressTests {
  private static let periodFrames = 512

  private func run(
    _ words: [String], seconds: Double, configuration folder: TemporaryFolder
  ) throws -> Rig.Recording {
    try Rig.run(
      take: [Float](repeating: 0, count: Int(seconds * 48_000)),
      command: ["/usr/bin/env", "XDG_CONFIG_HOME=\(folder.path)", Program.product("flam")] + words)
  }

  /// The walk down from the one setting that is requested, which any machine holds that is on time.
  private func held(configuration folder: TemporaryFolder) throws -> Rig.Recording {
    try run(
      [
        "latency", "stress", "--period", "\(Self.periodFrames)", "--step-seconds", "2",
        "--budget", "100", "--save-default",
      ], seconds: 8, configuration: folder)
  }

  @Test("the kept setting is used by playing, which says so", .long)
  func savedDefault() throws {
    let folder = TemporaryFolder()
    let finding = "'flam play' uses --period \(Self.periodFrames)"
    let stress = try held(configuration: folder)
    if !stress.errors.contains(finding) && stress.isDisturbed {
      try Judgement.leaveOut("\(stress.machine), and no setting held")
    }
    Judgement.count(1, of: 1, else: "")
    #expect(stress.errors.contains(finding))
    let play = try run(["play"], seconds: 1, configuration: folder)
    #expect(play.errors.contains("Period \(Self.periodFrames) × 2 at 48000 Hz, as kept by"))
    #expect(play.errors.contains("capture period 10.7"))
    let asked = try run(["play", "--period", "128"], seconds: 1, configuration: folder)
    #expect(!asked.errors.contains("as kept by") && asked.errors.contains("capture period 2.7"))
  }

  @Test("over the budget it ends with 2 and keeps nothing", .long)
  func overBudget() throws {
    let folder = TemporaryFolder()
    var failure: Rig.Failure?
    do {
      let undecided = try run(
        [
          "latency", "stress", "--period", "\(Self.periodFrames)", "--step-seconds", "2",
          "--budget", "2", "--save-default",
        ], seconds: 8, configuration: folder)
      // On a machine that is late no setting holds, and then there is no delay to be over the budget.
      if undecided.isDisturbed {
        try Judgement.leaveOut("\(undecided.machine), and no setting held")
      }
    } catch let error as Rig.Failure { failure = error }
    Judgement.count(1, of: 1, else: "")
    #expect(failure?.description.contains("exit 2") ?? false)
    #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/flam/devices.json"))
  }
}
