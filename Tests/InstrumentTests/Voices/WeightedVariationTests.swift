// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Simulation
import TestSupport
import Testing

/// Layers in which a sound is listed more than once, as kits weigh their variations.
@Suite struct WeightedVariationTests {
  /// The sound that each stroke plays, counted from 1.
  private func played(_ turns: [Int], strokes count: Int, _ choice: VariationChoice) -> [Int] {
    var drum = TestKit.Drum(
      layers: [turns.indices.map { TestKit.steady(Float($0 + 1), frameCount: 2) }])
    drum.turns = turns
    let drums = DrumSet.make(
      kit: TestKit.kit([drum]), playing: PlayingStyle(choice: choice), seed: 6)
    var bank = VoiceBank(drums: drums)
    return (0..<count).map { hit in
      bank.start(NoteOn(hit: hit, pad: 0, velocity: 0.5), atFrame: 2 * hit)
      return Int(bank.renderedLeft(frameCount: 2)[0])
    }
  }

  @Test(
    "no sound twice running in 100 000 strokes, and each as often as it is listed", .slow,
    arguments: [[5, 3, 2], [1, 1, 2], [8, 4, 2, 1, 1], [3, 3], [31, 30, 1]],
    [VariationChoice.scored, .roundRobin])
  func shares(turns: [Int], choice: VariationChoice) {
    let played = played(turns, strokes: 100_000, choice)
    #expect(zip(played, played.dropFirst()).allSatisfy { $0 != $1 })
    for (sound, turn) in turns.enumerated() {
      let share = Double(played.count { $0 == sound + 1 }) / Double(played.count)
      #expect(abs(share - Double(turn) / Double(turns.reduce(0, +))) < 0.001, "\(sound)")
    }
  }

  @Test("a sound that is more than half of a layer comes every second time, also by chance alone")
  func half() {
    for choice in [VariationChoice.scored, .roundRobin, .random] {
      let played = played([4, 1], strokes: 10_000, choice)
      #expect(zip(played, played.dropFirst()).allSatisfy { $0 != $1 }, "\(choice)")
    }
    let mixed = played([4, 3, 1], strokes: 10_000, .random)
    #expect(zip(mixed, mixed.dropFirst()).allSatisfy { $0 != $1 })
  }

  @Test("a sound that is alone plays every time")
  func single() {
    for choice in VariationChoice.allCases {
      #expect(played([3], strokes: 10, choice).allSatisfy { $0 == 1 })
    }
  }
}
