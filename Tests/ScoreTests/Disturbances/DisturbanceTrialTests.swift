// SPDX-License-Identifier: GPL-3.0-or-later
import SoundFiles
import Foundation
import Profiles
import TestSupport
import Testing

@testable import flam_score

@Suite struct DisturbanceTrialTests {
  /// The strikes of the bundled takes.
  private static let strikes: StrikeSet? = {
    let takes = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Samples/takes")
    let recordings = try? TruthFolder(path: takes.path).recordings(TruthFolder.Choice())
    return StrikeSet(pooling: (recordings ?? []).compactMap { try? StrikeSet($0) })
  }()
  private static let shortSilenceSeconds = 120.0

  private static func hits(_ stage: TestSignal) -> [HeardHit] {
    FlamDetector.hits(
      of: HeldTake(stage.recorded), sampleRateHz: stage.sampleRateHz, profile: .general
    ).map {
      HeardHit(
        seconds: $0.seconds, availableSeconds: $0.seconds, isSounding: $0.sound != nil,
        sound: $0.sound)
    }
  }

  @Test(
    "bundled strikes are heard while a background changes and within 2 s of its end", .slow,
    arguments: Disturbance.allCases)
  func heard(disturbance: Disturbance) throws {
    let strikes = try #require(Self.strikes)
    let stage = DisturbanceTrial.stage(
      disturbance, strikes: strikes, seed: 1,
      lasting: disturbance == .silence ? Self.shortSilenceSeconds : nil)
    let trial = DisturbanceTrial(disturbance, stage, heard: Self.hits(stage))
    #expect(trial.before.heardShare ?? 0 >= 0.95)
    let lost = Double(trial.during.strikes - trial.during.heard)
    #expect(lost <= max(1, 0.15 * Double(trial.during.strikes)))
    #expect(trial.after.heardShare ?? 0 >= 0.95)
    #expect(trial.recoverySeconds ?? .infinity <= BackgroundsRow.mostRecoverySeconds)
  }

  @Test("bundled strikes are heard after ten seconds of noise, all but one at most")
  func afterNoise() throws {
    let stage = NeverDeaf.afterNoise(try #require(Self.strikes), seed: 1)
    let score = TestSignalScore(stage, heard: Self.hits(stage))
    #expect(score.strikes == 87)
    #expect(Double(score.heard) >= NeverDeafRow.leastHeard)
  }

  @Test("bundled strikes 12 dB over lasting noise are heard")
  func inNoise() throws {
    let stage = NeverDeaf.inNoise(try #require(Self.strikes), seed: 1)
    #expect(TestSignalScore(stage, heard: Self.hits(stage)).heardShare >= 0.95)
  }

  @Test("strikes, hits and false hits count in their own stretch")
  func parts() {
    var stage = TestSignal(seconds: 43, sampleRateHz: 100)
    let clip = Clip(
      samples: [1], sampleRateHz: 100, onsetFrame: 0, label: "", levelDecibels: nil)
    for seconds in [5.0, 21, 24, 25, 26] {
      stage.strike(clip, peakDecibels: 0, atSeconds: seconds)
    }
    let heard = [5.0, 22, 25, 26, 40].map { HeardHit(seconds: $0, availableSeconds: $0) }
    let trial = DisturbanceTrial(.crash, stage, heard: heard)
    #expect(trial.before.strikes == 1 && trial.before.heard == 1)
    #expect(trial.during.strikes == 1 && trial.during.heard == 0)
    #expect(trial.during.falsePerMinute == 20)
    #expect(trial.after.strikes == 3 && trial.after.heard == 2)
    #expect(trial.after.falsePerMinute == 3)
    #expect(trial.recoverySeconds == 1)
  }

  @Test("hearing is back when two strikes in a row are heard")
  func recovery() {
    #expect(DisturbanceTrial.recovery([(1, true), (2, true)]) == 0)
    #expect(DisturbanceTrial.recovery([(1, true), (2, false), (3, true), (4, true)]) == 2)
    #expect(DisturbanceTrial.recovery([(1, true), (2, false), (3, true)]) == nil)
    #expect(DisturbanceTrial.recovery([]) == nil)
  }
}
