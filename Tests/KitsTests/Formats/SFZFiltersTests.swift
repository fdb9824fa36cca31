// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Instrument
import Simulation
import Testing

@testable import Kits

@Suite struct SFZFiltersTests {
  let kit = KitFolder()

  /// How much louder a tone of 4 kHz is with some opcodes than without them, in decibels.
  private func gain(_ opcodes: String, velocity: Float = 1) throws -> Double {
    try kit.sound(
      "a.wav",
      samples: (0..<24_000).map { Float(0.25 * cos(2 * .pi * 4000 * Double($0) / 48_000)) })
    func level(_ opcodes: String) throws -> Double {
      kit.write("<region> sample=a.wav key=60 amp_veltrack=0 \(opcodes)")
      let loaded = try KitLoader.load(
        path: kit.path, sampleRateHz: 48_000, adjustments: KitAdjustments(gain: .asIs),
        into: SampleMemory(megabytes: 16)
      ).kit
      var bank = VoiceBank(kit: loaded, seed: 1)
      bank.start(NoteOn(hit: 1, pad: 0, velocity: velocity), atFrame: 0)
      let heard = bank.renderedLeft(frameCount: 14_400).suffix(9600)
      return 10 * log10(heard.reduce(0.0) { $0 + Double($1 * $1) })
    }
    return try level(opcodes) - level("")
  }

  /// The gain at 4 kHz of a low pass of second order.
  private func lowPass(_ hertz: Double, q: Double = 1) -> Double {
    let w = tan(.pi * 4000 / 48_000) / tan(.pi * hertz / 48_000)
    return -20 * log10(hypot(1 - w * w, w / q))
  }

  @Test(
    "filters and bands of the equaliser have the gains of their formulas",
    arguments: [
      ("cutoff=2000", -11.47), ("cutoff=2000 fil_type=lpf_4p", -22.93),
      ("cutoff=4000 resonance=6", 6),
      ("cutoff=4000 fil_type=hpf_2p", 0), ("cutoff=4000 fil_type=brf_2p", -40),
      ("cutoff=4000 fil_type=bpf_2p", 0), ("cutoff=4000 fil_type=peq fil_gain=7", 7),
      ("cutoff=200 fil_type=hsh fil_gain=-5", -5), ("cutoff=20000 fil_type=lsh fil_gain=5", 5),
      ("eq3_freq=4000 eq3_gain=-6", -6), ("eq1_freq=4000 eq1_gain=3 eq2_freq=4000 eq2_gain=4", 7),
      ("eq2_gain=0 eq2_freq=4000", 0), ("cutoff2=2000", -11.47),
      ("cutoff=1000 cutoff_oncc20=1200 <control> set_cc20=127", -11.47),
      ("cutoff=1000 fil_keytrack=100 fil_keycenter=48", -11.47),
    ] as [(String, Double)])
  func formulas(opcodes: String, expected: Double) throws {
    let found = try gain(opcodes)
    if expected <= -40 {
      #expect(found < -40)
    } else {
      #expect(abs(found - expected) < 0.1, "\(found) dB")
    }
  }

  @Test("velocity opens a filter step by step", arguments: [0.1, 0.5, 1] as [Float])
  func velocity(velocity: Float) throws {
    let found = try gain("cutoff=1000 fil_veltrack=2400", velocity: velocity)
    let least = lowPass(1000 * exp2(2 * (Double(velocity) - 0.12)))
    let most = lowPass(1000 * exp2(2 * (Double(velocity) + 0.12)))
    #expect((least...most).contains(found), "\(found) dB, not \(least)...\(most)")
  }

  @Test(
    "a depth over all bounds gives the most parts, not a fault",
    arguments: [
      "sample=a.wav cutoff=900 fil_veltrack=1e30", "sample=a.wav cutoff=900 fil_veltrack=-1e38",
      "sample=a.wav cutoff=900 fileg_vel2depth=1e30", "sample=a.wav eq1_vel2gain=3e38",
      "sample=*sine pitcheg_vel2depth=1e30", "sample=*sine pitcheg_vel2depth=-9e37",
    ])
  func unbounded(opcodes: String) throws {
    kit.write("<region> key=60 \(opcodes)")
    #expect(try SFZKit.regions(path: kit.path).regions.count == 12)
  }

  @Test("a type that is not followed is named")
  func unfollowed() throws {
    try kit.sound("a.wav", value: 0.5)
    kit.write("<region> sample=a.wav key=60 cutoff=500 fil_type=comb")
    let problems = try KitLoader.plan(path: kit.path).problems.map(\.description)
    #expect(problems.contains { $0.contains("fil_type=comb (1)") })
  }
}
