// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import Kits

@Suite struct ProportionsTests {
  private func shares(_ weights: [Float]) -> [Float] {
    let round = Proportions.round(weights)
    return weights.indices.map { index in
      Float(round.count { $0 == index }) / Float(round.count)
    }
  }

  @Test(
    "shares are those of the weights, within 1 %",
    arguments: [[0.5, 0.3, 0.2], [1, 1, 1], [0.45, 0.45, 0.1], [2, 5, 4]] as [[Float]])
  func byWeight(weights: [Float]) {
    let sum = weights.reduce(0, +)
    for (share, weight) in zip(shares(weights), weights) {
      #expect(abs(share - weight / sum) <= 0.01)
    }
  }

  @Test("none comes more than every second time; the others share the rest by their weights")
  func atMostHalf() {
    #expect(shares([0.9, 0.1]) == [0.5, 0.5])
    for (share, wanted) in zip(shares([0.8, 0.15, 0.05]), [0.5, 0.375, 0.125]) {
      #expect(abs(share - Float(wanted)) <= 0.01)
    }
    for weights in [
      [7, 3, 1], [1, 1, 1, 9], [0.5, 0.17, 0.33], [100, 1, 1], [1, 1e-9], [1e30, 1],
      [1, 1e-30, 1e-30], [3e38, 3e38, 1],
    ] as [[Float]] {
      #expect(shares(weights).allSatisfy { $0 > 0 && $0 <= 0.5 }, "\(weights)")
    }
  }
}
