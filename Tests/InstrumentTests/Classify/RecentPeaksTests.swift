// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import Instrument

@Suite struct RecentPeaksTests {
  private func peaks(_ decibels: [Float]) -> RecentPeaks {
    var peaks = RecentPeaks()
    for peak in decibels { peaks.add(peak) }
    return peaks
  }

  @Test("before any onset no level counts")
  func none() {
    #expect(RecentPeaks().decibelsBelow(-90) == 0)
  }

  @Test("up to 12 dB below the loud ones count nothing, 20 more the most, whatever their order")
  func range() {
    for recent in [peaks([-10, -10, -10]), peaks([-60, -10, -10, -10, -10])] {
      #expect(recent.decibelsBelow(-5) == 0)
      #expect(recent.decibelsBelow(-22) == 0)
      #expect(recent.decibelsBelow(-27) == -5)
      #expect(recent.decibelsBelow(-80) == -20)
    }
  }

  @Test("the loud level is the 75th percentile, interpolated between two peaks if needed")
  func percentile() {
    // Of 0, -10, -20 and -30 dBFS it is a quarter of the way from -10 to 0.
    #expect(peaks([-30, 0, -20, -10]).decibelsBelow(-27.5) == -8)
  }

  @Test("only the last eight onsets count")
  func forgetting() {
    let loudThenSoft = [Float](repeating: 0, count: 20) + [Float](repeating: -40, count: 8)
    #expect(peaks(loudThenSoft).decibelsBelow(-57) == -5)
    #expect(peaks(Array(loudThenSoft.dropLast(5))).decibelsBelow(-57) == -20)
  }
}
