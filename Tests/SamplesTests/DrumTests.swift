// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import TestSupport
import Testing

@testable import DrumSynthesis

private let sticks = DrumKit.sticks.pads

@Suite struct DrumTests {
  private func strike(_ drum: any Drum, velocity: Double, seed: UInt64 = 7) -> Sound {
    var random = SeededGenerator(seed: seed)
    return drum.strike(velocity: velocity, random: &random)
  }

  @Test("the kick settles on a fundamental of 50 to 60 Hz, after a fall from above")
  func kickFundamental() {
    let kick = strike(Kick(), velocity: 1).mono
    let candidates = stride(from: 40.0, through: 120, by: 1)
    let settled = Array(kick[6_000...]).strongestHz(among: candidates)
    let early = Array(kick[..<1_920]).strongestHz(among: candidates)
    #expect((50...60).contains(settled))
    #expect(early > settled + 5)
  }

  @Test(
    "a tom sounds at its pitch, within 3 %", .slow,
    arguments: [80.0, 112, 151])
  func tomPitch(fundamentalHz: Double) {
    let tom = strike(Tom(fundamentalHz: fundamentalHz, ringSeconds: 1), velocity: 0.5).mono
    let heard = Array(tom[12_000...]).strongestHz(among: stride(from: 60.0, through: 200, by: 0.5))
    #expect(abs(heard / fundamentalHz - 1) < 0.03)
  }

  @Test("a soft blow is duller than a hard one", .slow, arguments: sticks.indices)
  func softIsDuller(pad: Int) {
    let drum = sticks[pad].drum
    let soft = strike(drum, velocity: 0.25).mono.energyShare(aboveHz: 2_000)
    let hard = strike(drum, velocity: 1).mono.energyShare(aboveHz: 2_000)
    #expect(soft < hard * 0.9, "\(sticks[pad].name)")
  }

  @Test("a blow is audible within 0.1 ms, 5 frames", .slow, arguments: sticks.indices)
  func attackAtOnce(pad: Int) {
    for velocity in [0.25, 1] {
      let sound = strike(sticks[pad].drum, velocity: velocity)
      let start = zip(sound.left, sound.right).prefix(5).map { max(abs($0), abs($1)) }.max() ?? 0
      #expect(start > 0.01 * sound.peak, "\(sticks[pad].name)")
    }
  }

  @Test("the same seed gives the same blow, another seed another one")
  func seededBlows() {
    let first = strike(Snare(), velocity: 0.7)
    #expect(strike(Snare(), velocity: 0.7).left == first.left)
    #expect(strike(Snare(), velocity: 0.7, seed: 8).left != first.left)
  }

  @Test("the closed hi-hat is over before the open one has fallen by 20 dB")
  func hiHatPositions() {
    let closed = strike(HiHat(position: .closed), velocity: 0.8).mono
    let open = strike(HiHat(position: .open), velocity: 0.8).mono
    let (from, to) = (12_000, 16_800)
    #expect(closed[from..<to].map { $0 * $0 }.reduce(0, +) < 1e-4 * closed.energy)
    #expect(open[from..<to].map { $0 * $0 }.reduce(0, +) > 1e-2 * open.energy)
  }
}
