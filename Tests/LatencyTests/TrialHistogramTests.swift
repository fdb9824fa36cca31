// SPDX-License-Identifier: GPL-3.0-or-later
import Latency
import Testing

@Suite struct TrialHistogramTests {
  @Test("trials fall into ranges of a round width, each into one")
  func ranges() {
    let histogram = TrialHistogram([4.9, 4.95, 5.0, 5.45, 6.0], mostRanges: 12)
    #expect(histogram.widthMilliseconds == 0.1)
    #expect(abs(histogram.startMilliseconds - 4.9) < 1e-9)
    #expect(histogram.counts == [2, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1])
  }

  @Test("equal trials are one range", arguments: [0, 5, 1e6])
  func equal(milliseconds: Double) {
    #expect(TrialHistogram([milliseconds, milliseconds]).counts == [2])
  }

  @Test("trials however far apart need no more ranges than asked")
  func farApart() {
    let histogram = TrialHistogram([0, 1e5], mostRanges: 5)
    #expect(histogram.counts.count <= 5 && histogram.counts.reduce(0, +) == 2)
  }
}
