// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Instrument
import Profiles
import Simulation
import Testing

@Suite struct HitValidatorTests {
  @Test(
    "a strike stays a hit: short and long, low and high, soft and hard",
    arguments: [
      StruckSounds.low, StruckSounds.middle, StruckSounds.high,
      .init(frequencyHz: 300, decaySeconds: 0.1),
      .init(frequencyHz: 7000, decaySeconds: 0.4, noise: 0.5),
    ])
  func strikesStay(sound: StruckSounds.Sound) {
    let take = StruckSounds.take(
      sound, amplitudes: StruckSounds.dynamics(count: 10), spacingSeconds: 0.5)
    let (settled, _, withdrawnCount) = HitTrackerTests.hits(take.samples)
    let found = take.onsetFrames.filter { onset in
      settled.contains { abs($0.onsetFrame - onset) < 480 }
    }
    #expect(found.count == 10)
    #expect(withdrawnCount == 0)
  }

  /// The opinion of a judge without sounds about levels of segments, in decibels.
  static func opinion(_ levels: [Float], judge: inout HitValidator) -> HitValidation {
    var shape = HitShape()
    for (segment, level) in levels.enumerated() {
      shape.power[segment] = SIMD8(repeating: Units.power(decibels: level))
    }
    shape.noise = SIMD8(repeating: Units.power(decibels: levels[0]))
    shape.heardSegments = levels.count
    return judge.opinion(shape, peakDecibels: -12)
  }

  private static let strike: [Float] = [-40, -40, -40, -40, -12, 0, -2, -4, -8, -14, -24]
  private static let swell: [Float] = [-10, -10, -10, -10, -10, -16, -16, -16, -14, -12, -10]

  @Test("a sound that rises at once and falls is a stroke at each stage", arguments: [9, 10, 11])
  func strike(heard: Int) {
    var judge = HitValidator(model: .none, sampleRateHz: 48_000)
    let opinion = Self.opinion(Array(Self.strike.prefix(heard)), judge: &judge)
    #expect(opinion.ruling == .stroke)
    #expect(opinion.strikeLogOdds > 0)
  }

  @Test("a dip and a swell in a continuous sound is likelier no strike")
  func swell() {
    var judge = HitValidator(model: .none, sampleRateHz: 48_000)
    let strike = Self.opinion(Self.strike, judge: &judge)
    let swell = Self.opinion(Self.swell, judge: &judge)
    #expect(swell.logOdds < strike.logOdds - 3)
    judge.strictness = .strict
    #expect(Self.opinion(Self.swell, judge: &judge).ruling == .noStrike)
  }

  @Test("an onset that may yet prove a stroke is none if it is heard no further")
  func cutShort() {
    var judge = HitValidator(model: .none, sampleRateHz: 48_000)
    judge.strictness = .strict
    let doubtful = (0...20).map { step in
      let share = Float(step) / 20
      let mixed = zip(Self.strike, Self.swell).map { (1 - share) * $0 + share * $1 }
      return Self.opinion(Array(mixed.prefix(10)), judge: &judge)
    }
    #expect(doubtful.contains { $0.ruling == .stroke && $0.finalRuling == .noStrike })
    #expect(!doubtful.contains { $0.ruling == .noStrike && $0.finalRuling == .stroke })
    let whole = Self.opinion(Self.strike, judge: &judge)
    #expect(whole.ruling == whole.finalRuling)
  }

  @Test("earlier strokes make no stroke of a sound unlike the player's; noises unmake one")
  func ownMemory() {
    var general = HitValidator(model: .none, sampleRateHz: 48_000)
    let stroke = Self.opinion(Self.strike, judge: &general)
    let noise = Self.opinion(Self.swell, judge: &general)
    let profile = Listening.profile([StruckSounds.low, StruckSounds.high])
    var judge = HitValidator(model: profile.strangers, sampleRateHz: 48_000)
    let first = Self.opinion(Self.swell, judge: &judge)
    for hit in 1...5 { judge.remember(stroke, frame: hit * 12_000) }
    #expect(Self.opinion(Self.swell, judge: &judge).logOdds == first.logOdds)
    for hit in 1...5 { judge.remember(noise, frame: 48_000 * (60 + hit)) }
    #expect(Self.opinion(Self.swell, judge: &judge).logOdds < first.logOdds - 0.5)
  }

  @Test("noises make the next onset less likely a stroke, strokes more; both are forgotten")
  func memory() {
    var judge = HitValidator(model: .none, sampleRateHz: 48_000)
    let first = Self.opinion(Self.strike, judge: &judge)
    let noise = Self.opinion(Self.swell, judge: &judge)
    for hit in 1...5 { judge.remember(noise, frame: hit * 12_000) }
    let amongNoises = Self.opinion(Self.strike, judge: &judge)
    #expect(amongNoises.logOdds < first.logOdds - 0.5)
    for hit in 1...5 { judge.remember(first, frame: 48_000 * (60 + hit)) }
    #expect(Self.opinion(Self.strike, judge: &judge).logOdds > first.logOdds + 0.3)
  }
}
