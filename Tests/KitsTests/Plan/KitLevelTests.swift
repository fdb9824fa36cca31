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

  /// How loud the drums are played.
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

  @Test(
    "played as it was made, each stroke is as loud as the kit says; the layers step",
    arguments: [0, 34, 100, -50, -100])
  func asMade(track: Int) throws {
    for (index, decibels) in [-28, -14, -3].enumerated() {
      try kit.hit("\(index).wav", decibels: Float(decibels))
    }
    kit.write(
      """
      <global> amp_veltrack=\(track) key=38 <region> sample=0.wav hivel=42 <region> sample=1.wav
      lovel=43 hivel=84 <region> sample=2.wav lovel=85
      """)
    let plan = try KitLoader.plan(path: kit.path, adjustments: KitAdjustments(gain: .asIs))
    let levels = plan.pads[0].loudnessDecibels
    for (velocity, recorded) in [(20, -28), (42, -28), (43, -14), (64, -14), (127, -3)] {
      let share = Float(track) / 100
      let square = Float(velocity * velocity) / (127 * 127)
      let softest: Float = 400.0 / (127 * 127)
      func gain(_ square: Float) -> Float {
        share < 0 ? -share * (1 - square) : 1 - share * (1 - square)
      }
      // The hardest stroke is silent where soft strokes are the loud ones.
      guard gain(square) > 0 else { continue }
      let expected = Float(recorded + 28) + 20 * log10(gain(square) / gain(softest))
      #expect(abs(levels[velocity] - levels[20] - expected) < 0.05, "velocity \(velocity)")
    }
  }

  @Test("recorded dynamics stay as the kit plays them where all kits are equally loud, too")
  func recordedDynamics() throws {
    for (index, decibels) in [-31, -17, -3].enumerated() {
      try kit.hit("\(index).wav", decibels: Float(decibels))
    }
    kit.write(
      """
      <global> amp_veltrack=34 key=38 <region> sample=0.wav hivel=42 <region> sample=1.wav
      lovel=43 hivel=84 <region> sample=2.wav lovel=85
      """)
    let plan = try KitLoader.plan(path: kit.path, adjustments: KitAdjustments(gain: .matched))
    let levels = plan.pads[0].loudnessDecibels
    // As sfizz plays it: 31.5 and 16.2 dB below velocity 127.
    #expect(abs(levels[20] - levels[127] + 31.5) < 0.5)
    #expect(abs(levels[64] - levels[127] + 16.2) < 0.5)
  }

  @Test("a kit of other sounds than drums is matched by all of its pads")
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
