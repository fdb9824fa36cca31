// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Kits
import Simulation
import Testing

@Suite struct OddKitsTests {
  @Test(
    "recordings that swell, roll, were reversed or struck twice get no softer with velocity",
    arguments: OddKits.Shape.allCases)
  func falls(_ shape: OddKits.Shape) throws {
    let kits = OddKits()
    for seed: UInt64 in [1, 2] {
      let kit = try KitLoader.load(
        path: kits.kit(shape, seed: seed), sampleRateHz: 48_000,
        adjustments: KitAdjustments(gain: .matched), into: SampleMemory(megabytes: 16)
      ).kit
      let rendered = RenderedKit(kit)
      let early = rendered.borderStepsDecibels(pad: 0).map(\.decibels)
      let whole = rendered.borderStepsDecibels(pad: 0, seconds: 0.2).map(\.decibels)
      #expect(early.count == 2 && early.allSatisfy { $0 >= -0.01 }, "\(seed): \(early)")
      #expect(whole.count == 2 && whole.allSatisfy { $0 >= -1 }, "\(seed): \(whole)")
    }
  }
}
