// SPDX-License-Identifier: GPL-3.0-or-later
import Profiles
import Testing

@Suite struct KnownShareTests {
  /// R. G. Newcombe, "Two-sided confidence intervals for the single proportion", Statistics in Medicine 17, 1998,
  /// 857–872, table I, method 3: 95 % intervals.
  @Test(
    "the interval is the score interval of the literature",
    arguments: [
      (81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0, 0.1611),
      (1, 29, 0.0061, 0.1718),
    ])
  func published(known: Int, hits: Int, low: Double, high: Double) throws {
    let share = try #require(KnownShare(knownHits: known, of: hits))
    let interval = share.interval(deviations: 1.959964)
    #expect(abs(interval.lowerBound - low) < 5e-5 && abs(interval.upperBound - high) < 5e-5)
  }

  @Test("ten hits of ten promise no certainty, and no hits promise nothing")
  func few() throws {
    let all = try #require(KnownShare(knownHits: 10, of: 10))
    #expect(all.share == 1 && abs(all.interval().upperBound - 1) < 1e-12)
    // n / (n + z²)
    #expect(abs(all.interval().lowerBound - 10 / (10 + 2.705544)) < 1e-6)
    #expect(KnownShare(knownHits: 0, of: 0) == nil)
  }

  @Test("more hits narrow the interval around the share")
  func narrower() throws {
    let few = try #require(KnownShare(knownHits: 9, of: 10)).interval()
    let many = try #require(KnownShare(knownHits: 900, of: 1000)).interval()
    #expect(few.lowerBound < many.lowerBound && many.upperBound < few.upperBound)
    #expect(many.contains(0.9))
  }
}
