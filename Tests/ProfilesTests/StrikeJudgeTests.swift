// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Instrument
import Profiles
import TestSupport
import Testing

@Suite struct StrikeJudgeTests {
  @Test(
    "what is struck stays a hit: short and long, low and high, soft and hard",
    arguments: [
      StruckSounds.low, StruckSounds.middle, StruckSounds.high,
      .init(frequencyHz: 300, decaySeconds: 0.1),
      .init(frequencyHz: 7000, decaySeconds: 0.4, noise: 0.5),
    ])
  func strikesStay(sound: StruckSounds.Sound) {
    let take = StruckSounds.take(
      sound, amplitudes: StruckSounds.dynamics(count: 10), spacingSeconds: 0.5)
    let (settled, withdrawnCount) = HearingTests.hits(take.samples)
    let found = take.onsetFrames.filter { onset in
      settled.contains { abs($0.onsetFrame - onset) < 480 }
    }
    #expect(found.count == 10)
    #expect(withdrawnCount == 0)
  }

  /// The logarithm of the odds that levels of segments, in decibels, are those of a strike.
  static func logOdds(_ levels: [Float]) -> Float {
    var shape = StrikeShape()
    for (segment, level) in levels.enumerated() {
      shape.power[segment] = SIMD8(repeating: Units.power(decibels: level))
    }
    shape.heardSegments = levels.count
    return StrikeJudge.logOdds(shape)
  }

  @Test(
    "what rises at once and falls is likelier a strike than not, the surer the longer it was heard")
  func strike() {
    let levels: [Float] = [-40, -40, -40, -40, -12, 0, -2, -4, -8, -14, -24]
    #expect(Self.logOdds(Array(levels.prefix(9))) > 0)
    #expect(Self.logOdds(Array(levels.prefix(10))) > 0)
    #expect(Self.logOdds(levels) > 0)
  }

  @Test("what dips and swells again in a sound that goes on is no strike")
  func swell() {
    let levels: [Float] = [-10, -10, -10, -10, -10, -16, -16, -16, -14, -12, -10]
    #expect(Self.logOdds(levels) < StrikeJudge.leastLogOdds)
  }
}
