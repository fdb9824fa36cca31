// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Foundation
import TestSupport
import Testing

@testable import DrumSynthesis

/// What gives a computed drum away beside recorded ones, as figures. The ranges are those of recorded kits: The Black Pearl,
/// BJA Pacific, Millo Drums, AVL Drumkits and MuldjordKit.
@Suite struct LikenessTests {
  private func strokes(_ drum: any Drum, velocity: Double, count: Int = 1) -> [Sound] {
    (1...count).map { seed in
      var random = SeededGenerator(seed: UInt64(seed))
      return drum.strike(velocity: velocity, random: &random)
    }
  }

  @Test(
    "strokes of one strength differ by 0.6 to 1.6 dB in thirds of an octave, as a drummer's do",
    .slow)
  func strokesOfOneStrength() {
    let drums: [any Drum] = [Snare(), HiHat(position: .closed), Kick()]
    for drum in drums {
      let levels = strokes(drum, velocity: 0.7, count: 4).map { $0.mono.thirdOctaveDecibels }
      let pairs = levels.indices.flatMap { one in (0..<one).map { (levels[one], levels[$0]) } }
      let mean = pairs.map { $0.meanDifference($1) }.reduce(0, +) / Double(pairs.count)
      #expect((0.6...1.6).contains(mean), "\(drum): \(mean) dB")
    }
  }

  @Test(
    "400 to 1000 Hz of a tom lie 9 to 19 dB below the whole", arguments: [80.0, 112, 151])
  func tomsHaveBody(fundamentalHz: Double) {
    let tom = strokes(Tom(fundamentalHz: fundamentalHz, ringSeconds: 1.6), velocity: 1)[0].mono
    let level = Array(tom.prefix(9_600)).decibels(from: 400, to: 1_000)
    #expect((-19 ... -9).contains(level), "\(level) dB")
  }

  @Test(
    "the tone of a tom falls evenly: within 1.3 dB of a bent line", arguments: [80.0, 112, 151])
  func tomsDoNotBeat(fundamentalHz: Double) {
    let tom = strokes(Tom(fundamentalHz: fundamentalHz, ringSeconds: 1.6), velocity: 0.6)[0].mono
    let sway = tom.line(atHz: fundamentalHz, widthHz: 40, seconds: 0.05...1).swayDecibels
    #expect(sway < 1.3, "\(sway) dB")
  }

  @Test("the closed hi-hat has no hole at 3 to 6 kHz, and lines in its wash")
  func hiHatIsWholeAndHasLines() {
    let hat = strokes(HiHat(position: .closed), velocity: 0.7)[0].mono
    let level = Array(hat.prefix(9_600)).decibels(from: 3_000, to: 6_000)
    #expect((-12 ... -4.5).contains(level), "\(level) dB")
    let lines = Array(hat[480..<10_080]).lineDecibels(from: 1_000, to: 12_000)
    #expect((10...14.5).contains(lines), "\(lines) dB")
  }

  @Test(
    "a hard kick is more than one low tone: it stands 9 to 16 dB over its surroundings after 50 ms")
  func kickIsNoPureTone() {
    let kick = DrumKit.sticks.room.withGain(0.3).place(strokes(Kick(), velocity: 1)[0])
    let sides = [kick.left, kick.right].map { Array($0[2_400..<12_000]) }
    let powers = stride(from: -1.0, through: 1, by: 1 / 24.0).map { octave in
      sides.reduce(0) { $0 + $1.power(atHz: 56 * pow(2, octave)) }
    }
    let decibels = powers.map { 10 * log10($0) }
    let tone = (decibels.max() ?? 0) - decibels.reduce(0, +) / Double(decibels.count)
    #expect((9...16).contains(tone), "\(tone) dB")
  }

  @Test("a soft snare is bright: above 6 kHz lies 11 to 21 dB less than in the whole")
  func softSnareIsBright() {
    let snare = strokes(Snare(), velocity: 0.15)[0].mono
    let level = Array(snare.prefix(9_600)).decibels(from: 6_000, to: 20_000)
    #expect((-21 ... -11).contains(level), "\(level) dB")
  }

  @Test("the low tones of the ride sway by 0.7 to 4 dB: none is a steady line", .slow)
  func rideSways() {
    let ride = strokes(Ride(), velocity: 0.6)[0].mono
    let candidates = stride(from: 350.0, through: 900, by: 1)
    let strongest = Array(ride[4_800..<52_800]).strongestHz(among: candidates)
    let sway = ride.line(atHz: strongest, widthHz: 12, seconds: 0.1...1.6).swayDecibels
    #expect((0.7...4).contains(sway), "\(sway) dB at \(strongest) Hz")
  }
}
