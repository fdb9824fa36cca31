// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Testing

@testable import Looping

@Suite struct TakeDriftTests {
  private static func drift(_ late: (Int) -> Double) -> TakeDrift {
    TakeDrift((0..<32).map { .init(beat: Double($0), lateSeconds: late($0)) }, firstBeat: 0)
  }

  @Test("even beats are as long as they are", arguments: [0, 0.02, -0.4])
  func even(late: Double) {
    #expect(abs(Self.drift { _ in late }.seconds(ofBeats: 32)) < 1e-9)
  }

  @Test("of a player who slows down in the end, the loop ends where the next beat would come")
  func slower() {
    let seconds = Self.drift { $0 < 24 ? 0 : 0.005 * Double($0 - 24) }.seconds(ofBeats: 32)
    #expect((0.025...0.042).contains(seconds), "\(seconds)")
    // Who hurries first and then goes on evenly has a longer way back.
    let hurried = Self.drift { $0 < 8 ? -0.005 * Double($0) : -0.04 }.seconds(ofBeats: 32)
    #expect((-0.046 ... -0.030).contains(hurried), "\(hurried)")
  }

  @Test("hits that each miss an even beat by themselves move the end by less than they miss it")
  func uneven() {
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<20 {
      let misses = (0..<32).map { _ in 0.02 * (Double(generator.uniform()) - 0.5) }
      #expect(abs(Self.drift { misses[$0] }.seconds(ofBeats: 32)) < 0.012)
    }
  }

  @Test("two hits show no drift")
  func few() {
    let hits = [TakeDrift.Hit(beat: 0, lateSeconds: 0), .init(beat: 1, lateSeconds: 0.03)]
    #expect(TakeDrift(hits, firstBeat: 0).seconds(ofBeats: 2) == 0)
  }
}
