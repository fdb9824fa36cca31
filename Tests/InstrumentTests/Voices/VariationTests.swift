// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import TestSupport
import Testing

@Suite struct VariationTests {
  /// The variation that each of `count` strokes on a pad plays, one a frame.
  private func variations(of variationCount: Int, strokes count: Int, seed: UInt64) -> [Int] {
    let drum = TestKit.Drum(
      layers: [(1...variationCount).map { TestKit.steady(Float($0), frameCount: 1) }])
    var bank = VoiceBank(kit: TestKit.kit([drum]), seed: seed)
    return (0..<count).map { hit in
      bank.start(Stroke(hit: hit, pad: 0, velocity: 0.5), atFrame: hit)
      return Int(bank.renderedLeft(frameCount: 1)[0])
    }
  }

  @Test("no variation sounds twice running in 100 000 strokes", arguments: [2, 3, 4, 7])
  func noRepeat(variationCount: Int) {
    let played = variations(of: variationCount, strokes: 100_000, seed: 1)
    #expect(zip(played, played.dropFirst()).allSatisfy { $0 != $1 })
  }

  @Test("all variations are used equally in 100 000 strokes", arguments: [2, 3, 4, 7])
  func equalUse(variationCount: Int) {
    var counts = [Int](repeating: 0, count: variationCount + 1)
    for variation in variations(of: variationCount, strokes: 100_000, seed: 2) {
      counts[variation] += 1
    }
    let expected = 100_000 / Double(variationCount)
    let chiSquared = counts[1...].reduce(0) {
      $0 + (Double($1) - expected) * (Double($1) - expected) / expected
    }
    #expect(chiSquared < 0.1)  // the 1 % bound of even one degree of freedom is 6.6
  }

  @Test("what follows a variation is not predictable from it")
  func disorder() {
    let played = variations(of: 4, strokes: 30_000, seed: 3)
    var followers: [Int: Int] = [:]
    for (first, second) in zip(played, played.dropFirst()) {
      followers[4 * first + second, default: 0] += 1
    }
    #expect(followers.count == 12)  // every ordered pair of two different ones occurs
    #expect(followers.values.allSatisfy { $0 > 1500 && $0 < 3500 })
  }

  @Test("the seed determines the order")
  func seed() {
    let first = variations(of: 4, strokes: 100, seed: 4)
    #expect(variations(of: 4, strokes: 100, seed: 4) == first)
    #expect(variations(of: 4, strokes: 100, seed: 5) != first)
  }

  @Test("a layer of one variation plays it every time")
  func single() {
    #expect(variations(of: 1, strokes: 10, seed: 1).allSatisfy { $0 == 1 })
  }
}
