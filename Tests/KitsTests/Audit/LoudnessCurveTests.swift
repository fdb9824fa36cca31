// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Testing

@testable import Kits

@Suite struct LoudnessCurveTests {
  private typealias Anchor = LoudnessCurve.Anchor

  private func isSmooth(_ curve: [Float]) -> Bool {
    zip(curve, curve.dropFirst()).allSatisfy { $0 <= $1 && $1 - $0 <= 2.5001 && $1.isFinite }
  }

  @Test("layers that carry the dynamics sound as they are in their middle, between them lines")
  func recorded() {
    let anchors = [Anchor(velocity: 20, decibels: -40), Anchor(velocity: 60, decibels: -20)]
    let curve = LoudnessCurve.recorded(anchors, lowest: .squared, highest: .squared)
    #expect(curve[20] == -40 && abs(curve[40] - -30) < 1e-3 && curve[60] == -20)
    #expect(abs(curve[10] - -52.04) < 0.1 && abs(curve[120] - -13.98) < 0.1 && isSmooth(curve))
  }

  @Test("layers that fall are pooled, so that the curve never does")
  func inversions() {
    let rising = LoudnessCurve.rising([
      Anchor(velocity: 10, decibels: -30), Anchor(velocity: 30, decibels: -10),
      Anchor(velocity: 50, decibels: -20), Anchor(velocity: 70, decibels: -.infinity),
    ])
    #expect(rising.map(\.decibels) == [-30, -15, -15])
  }

  @Test("layers of one loudness follow the kit's own response, its low end bounded")
  func normalised() {
    let curve = LoudnessCurve.normalised(topDecibels: -10, .squared)
    #expect(curve[127] == -10 && abs(curve[64] - -21.9) < 0.1 && isSmooth(curve))
    #expect(curve[1] >= -60)
  }

  @Test("whatever the layers are, the curve rises without steps")
  func anything() {
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<500 {
      let anchors = (0..<Int(generator.uniform() * 12)).map { _ in
        Anchor(velocity: 1 + 126 * generator.uniform(), decibels: -90 * generator.uniform())
      }
      #expect(isSmooth(LoudnessCurve.recorded(anchors, lowest: .squared, highest: .linear)))
    }
  }
}
