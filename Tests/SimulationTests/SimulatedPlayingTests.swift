// SPDX-License-Identifier: GPL-3.0-or-later
import Simulation
import TestSupport
import Testing

/// `flam-simulate` plays many more seeds.
@Suite struct SimulatedPlayingTests {
  @Test(
    "invariants always hold, whatever the seed decides", .slow,
    arguments: 1...6 as ClosedRange<UInt64>)
  func holds(seed: UInt64) throws {
    #expect(try SimulatedPlaying.play(seed: seed).faults == [])
  }

  @Test("the same seed goes the same way")
  func same() throws {
    let outcome = try SimulatedPlaying.play(seed: 77)
    #expect(outcome.commands > 0)
    #expect(try SimulatedPlaying.play(seed: 77) == outcome)
  }
}
