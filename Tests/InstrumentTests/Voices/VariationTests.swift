// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Simulation
import TestSupport
import Testing

@Suite struct VariationTests {
  /// The variation that each of `count` strokes on a pad plays, one a frame; counted from 1.
  private func variations(
    of variationCount: Int, strokes count: Int, choice: VariationChoice = .scored, seed: UInt64,
    velocity: (Int) -> Float = { _ in 0.5 }, brightnessOctaves: (Int) -> Float? = { _ in nil }
  ) -> [Int] {
    var drum = TestKit.Drum(
      layers: [(1...variationCount).map { TestKit.steady(Float($0), frameCount: 1) }])
    // From -1.5 to 1.5 standard deviations.
    drum.deviations = (0..<variationCount).map {
      variationCount > 1 ? 3 * Float($0) / Float(variationCount - 1) - 1.5 : 0
    }
    let drums = DrumSet.make(
      kit: TestKit.kit([drum]), playing: PlayingStyle(choice: choice), seed: seed)
    var bank = VoiceBank(drums: drums)
    return (0..<count).map { hit in
      bank.start(
        NoteOn(
          hit: hit, pad: 0, velocity: velocity(hit), brightnessOctaves: brightnessOctaves(hit)),
        atFrame: hit)
      return Int(bank.renderedLeft(frameCount: 1)[0])
    }
  }

  private func chiSquared(_ played: [Int], of variationCount: Int) -> Double {
    var counts = [Int](repeating: 0, count: variationCount)
    for variation in played { counts[variation - 1] += 1 }
    let expected = Double(played.count) / Double(variationCount)
    return counts.reduce(0) {
      $0 + (Double($1) - expected) * (Double($1) - expected) / expected
    }
  }

  @Test("no variation sounds twice running in 100 000 strokes", .slow, arguments: [2, 3, 4, 7, 20])
  func noRepeat(variationCount: Int) {
    for choice in [VariationChoice.scored, .roundRobin, .random] {
      let played = variations(of: variationCount, strokes: 100_000, choice: choice, seed: 1)
      #expect(zip(played, played.dropFirst()).allSatisfy { $0 != $1 }, "\(choice)")
    }
  }

  @Test("all variations are used equally in 100 000 strokes", .slow, arguments: [2, 3, 4, 7, 20])
  func equalUse(variationCount: Int) {
    // The 1 % bound of even one degree of freedom is 6.6.
    #expect(
      chiSquared(variations(of: variationCount, strokes: 100_000, seed: 2), of: variationCount)
        < 0.1)
  }

  @Test("also if all strokes are alike, and strong and bright ones never come")
  func equalUseOfUnequalStrokes() {
    let played = variations(
      of: 7, strokes: 100_000, seed: 2, velocity: { _ in 0.1 },
      brightnessOctaves: { $0 % 10 == 0 ? 11 : 10 })
    #expect(chiSquared(played, of: 7) < 0.1)
    #expect(zip(played, played.dropFirst()).allSatisfy { $0 != $1 })
  }

  @Test("strong and bright strokes play the strong and bright recordings")
  func likeness() {
    let played = variations(
      of: 8, strokes: 10_000, seed: 3, velocity: { $0 % 2 == 0 ? 0.1 : 0.9 },
      brightnessOctaves: { $0 % 2 == 0 ? 10 : 12 })
    func mean(_ parity: Int) -> Double {
      let some = played.indices.filter { $0 % 2 == parity }.map { Double(played[$0]) }
      return some.reduce(0, +) / Double(some.count)
    }
    // By chance alone both are 4.5.
    #expect(mean(1) - mean(0) > 1.5)
    let nearest = variations(
      of: 8, strokes: 100, choice: .nearest, seed: 3, velocity: { $0 % 2 == 0 ? 0 : 1 })
    #expect(nearest == (0..<100).map { $0 % 2 == 0 ? 1 : 8 })
  }

  @Test("round robin plays in the order of the kit, nearest always the same")
  func plainChoices() {
    #expect(variations(of: 3, strokes: 6, choice: .roundRobin, seed: 1) == [1, 2, 3, 1, 2, 3])
    #expect(variations(of: 3, strokes: 6, choice: .nearest, seed: 1) == [2, 2, 2, 2, 2, 2])
  }

  @Test("the next variation cannot be predicted from the last one")
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
