// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Instrument
import Simulation
import Testing

@testable import Kits

@Suite struct KitLevelTests {
  let kit = KitFolder()

  /// A plan of a kick and a snare whose peaks lie at these levels, in dBFS.
  private func plan(kick: Float, snare: Float, gain: KitGain) throws -> KitPlan {
    try kit.hit("kick.wav", decibels: kick)
    try kit.hit("snare.wav", decibels: snare)
    kit.write("<region> sample=kick.wav key=36 <region> sample=snare.wav key=38")
    return try KitLoader.plan(path: kit.path, adjustments: KitAdjustments(gain: gain))
  }

  /// How loud the main pads are played.
  private func played(_ plan: KitPlan) -> Float {
    KitLevel.loudnessDecibels(plan.pads) + plan.gainDecibels
  }

  @Test(
    "kits of any level are played equally loud, each with its own balance",
    arguments: [(-6, -6), (-30, -30), (-3, -20), (-24, -9)] as [(Float, Float)])
  func matched(kick: Float, snare: Float) throws {
    let matched = try plan(kick: kick, snare: snare, gain: .matched)
    #expect(abs(played(matched) - KitLevel.targetDecibels) < 0.01)
    let levels = matched.pads.map { $0.loudnessDecibels[KitLevel.velocity] }
    #expect(abs(levels[0] - levels[1] - (kick - snare)) < 0.1)
  }

  @Test("the gain is that of each pad in memory; an unchanged kit has none")
  func gains() throws {
    let matched = try plan(kick: -6, snare: -6, gain: .matched)
    let asIs = try plan(kick: -6, snare: -6, gain: .asIs)
    #expect(asIs.gainDecibels == 0 && matched.gainDecibels < -3)
    let loaded = try KitLoader.load(
      path: kit.path, sampleRateHz: 48_000, adjustments: KitAdjustments(gain: .matched),
      into: SampleMemory(megabytes: 8)
    ).kit
    let amplitude = Float(pow(10, Double(matched.gainDecibels) / 20))
    for pad in loaded.pads { #expect(abs(pad.gain / amplitude - 1) < 1e-4) }
  }

  @Test("a kit without kick and snare is matched by all of its pads")
  func percussion() throws {
    try kit.hit("a.wav", decibels: -20)
    kit.write("<region> sample=a.wav key=60 <region> sample=a.wav key=61")
    let plan = try KitLoader.plan(path: kit.path, adjustments: KitAdjustments(gain: .matched))
    #expect(abs(played(plan) - KitLevel.targetDecibels) < 0.01)
  }

  @Test("the bundled kit, by which others are matched, stays bit for bit the same")
  func bundled() throws {
    let path = try KitLocator(environment: [:], executablePath: #filePath).kit(nil)
    let plan = try KitLoader.plan(path: path, adjustments: KitAdjustments(gain: .matched))
    #expect(plan.gainDecibels == 0)
  }

  @Test("adjustments from before there was a gain mean the unchanged kit")
  func older() throws {
    let text = Data(#"{"pads":[],"microphones":[]}"#.utf8)
    #expect(try JSONDecoder().decode(KitAdjustments.self, from: text).gain == nil)
  }
}
