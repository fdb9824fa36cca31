// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import flam_score

@Suite struct OnsetTallyTests {
  private static func heard(_ seconds: Double, after delay: Double = 0.001) -> HeardHit {
    HeardHit(seconds: seconds, availableSeconds: seconds + delay)
  }

  @Test("an extra hit up to 60 ms after one that was found is a double; a later one is not")
  func doubles() {
    let tally = OnsetTally(
      truth: [TrueHit(seconds: 1), TrueHit(seconds: 2)],
      heard: [Self.heard(1), Self.heard(1.05), Self.heard(2), Self.heard(2.07)], seconds: 3)
    #expect(tally.narrow.wrong == 2)
    #expect(tally.doubles == 1)
  }

  @Test("hits at most 90 ms apart are a roll, the first of them too")
  func rolls() {
    let tally = OnsetTally(
      truth: [1, 2, 2.08, 2.16, 3].map { TrueHit(seconds: $0) },
      heard: [1, 2, 2.08].map { Self.heard($0) }, seconds: 4)
    #expect(tally.roll.found == 2 && tally.roll.missed == 1)
  }

  @Test("delay and error count from the true onset")
  func times() {
    let tally = OnsetTally(
      truth: [TrueHit(seconds: 1)], heard: [Self.heard(1.002, after: 0.003)], seconds: 2)
    #expect(abs((tally.errorMilliseconds.first ?? 0) - 2) < 1e-9)
    #expect(abs((tally.delayMilliseconds.first ?? 0) - 5) < 1e-9)
  }

  @Test("recall is given by level and by distance from the background")
  func classes() {
    let truth = [
      TrueHit(seconds: 1, levelDecibels: -10, signalToNoiseDecibels: 40),
      TrueHit(seconds: 2, levelDecibels: -20, signalToNoiseDecibels: 25),
      TrueHit(seconds: 3, levelDecibels: -30, signalToNoiseDecibels: 15),
    ]
    let tally = OnsetTally(truth: truth, heard: [Self.heard(1), Self.heard(3)], seconds: 4)
    #expect(tally.bySignal.map(\.recall) == [1, 0, 1])
    #expect(tally.byLevel.map(\.missed) == [0, 1, 0])
  }

  @Test("the level that counts is the last estimate by 3 and 12 ms after the true onset")
  func levels() {
    var hit = Self.heard(1)
    hit.levels = [(1.001, -20), (1.006, -14), (1.02, -12)]
    let tally = OnsetTally(
      truth: [TrueHit(seconds: 1)], heard: [hit], seconds: 2, peakDecibels: [-12])
    #expect(tally.levelErrors == [[8], [2]])
  }

  @Test("false hits that are none of the sounds are counted separately")
  func sounding() {
    var silent = Self.heard(1)
    silent.isSounding = false
    let tally = OnsetTally(truth: [], heard: [silent, Self.heard(2)], seconds: 60)
    #expect(tally.narrow.wrong == 2)
    #expect(tally.soundingWrong == 1)
  }

  @Test("tallies add up")
  func sum() {
    var sum = OnsetTally()
    for heard in [[Self.heard(1)], []] {
      sum += OnsetTally(truth: [TrueHit(seconds: 1)], heard: heard, seconds: 30)
    }
    #expect(sum.recordings == 2 && sum.seconds == 60)
    #expect(sum.narrow.found == 1 && sum.narrow.missed == 1)
    #expect(sum.delayMilliseconds.count == 1)
  }
}
