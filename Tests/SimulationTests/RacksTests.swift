// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Simulation
import TestSupport
import Testing

/// Racks that change while it plays.
@Suite struct RacksTests {
  @Test("racks that change under a tone do not click", .slow)
  func clicks() {
    let run = ToneThroughRacks(seed: 1, changeCount: 300)
    #expect(run.changeCount == 300 && run.isFinite)
    #expect(run.clicks.isEmpty, "\(run.clicks.map { "\($0.framesAfterChange): \($0.changes)" })")
  }

  @Test("each planted click is found", .slow)
  func planted() {
    let run = ToneThroughRacks(seed: 1, changeCount: 100, plantedEvery: 10)
    // One can lie where an effect is loud above 6 kHz by itself.
    #expect((6...10).contains(run.clicks.count), "\(run.clicks.count)")
  }

  @Test("a storm of changes has the same bits in blocks of any size, and stays finite", .slow)
  func storm() {
    let storm = RackStorm(seed: 2, changesPerBlock: 2)
    for _ in 0..<1500 { storm.advance() }
    #expect(storm.changeCount > 2900 && storm.lateChanges == 0)
    #expect(storm.peakAmplitude > 0.01 && storm.peakAmplitude <= 1)
    #expect(storm.digestAgain(seed: 3) == storm.digest)
  }
}
