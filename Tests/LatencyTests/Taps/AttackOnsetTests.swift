// SPDX-License-Identifier: GPL-3.0-or-later
import SoundFiles
import Foundation
import Latency
import Simulation
import Testing

@Suite struct AttackOnsetTests {
  @Test("the touch of a finger before its strike moves nothing", arguments: [5, 9, 16])
  func touch(milliseconds: Int) throws {
    let strike = StruckSounds.take(StruckSounds.middle, amplitudes: [0.5], seed: 3)
    let onset = strike.onsetFrames[0]
    var samples = strike.samples
    let touch = onset - 48 * milliseconds
    for (offset, sample) in PlateTap.samples(sampleRateHz: 48_000, seed: 5).prefix(96).enumerated()
    {
      samples[touch + offset] += 0.02 * sample
    }
    let found = AttackOnset(sampleRateHz: 48_000).frame(in: samples, near: touch)
    #expect(abs(try #require(found) - onset) <= 10)
  }

  @Test(
    "in the bundled takes it agrees with their tables",
    arguments: [
      "desk-and-mug", "knocks-and-claps", "table",
    ])
  func bundledTakes(name: String) throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Samples/takes").standardized
    let path = folder.appending(path: "\(name).flac").path
    let take = try Take(path: path)
    let truth = try #require(TakeTruth.onsetFrames(ofTake: path))
    let onset = AttackOnset(sampleRateHz: Double(take.sampleRateHz))
    let errors = truth.compactMap { frame in
      onset.frame(in: take.samples, near: frame - 240).map {
        1000 * Double($0 - frame) / Double(take.sampleRateHz)
      }
    }
    #expect(errors.count == truth.count)
    #expect(abs(LatencyReport.median(errors)) <= 0.3)
    #expect(errors.count { abs($0) > 0.5 } <= truth.count / 20)
  }
}
