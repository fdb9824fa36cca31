// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import flam_score

@Suite struct StrokeSeriesTests {
  @Test("three ghost notes so far under each accent, in sixteenths", arguments: [26.0, 34])
  func ghosts(decibels: Double) {
    let signal = StrokeSeries.ghosts(underAccentDecibels: decibels)
      .signal(.knocks(.close), count: 8, seed: 1)
    let peaks = signal.strikes.map { strike in
      let first = Int(strike.seconds * 48_000)
      return [Array(signal.samples[first..<first + 480]).peak].levelDecibels
    }
    for (number, peak) in peaks.enumerated() where number % 4 == 0 { #expect(abs(peak + 6) < 1) }
    // The last ghost note, over what an accent leaves after 400 ms.
    #expect(abs(peaks[3] + 6 + decibels) < 1 && abs(peaks[7] + 6 + decibels) < 1)
    let times = signal.strikes.map(\.seconds)
    #expect(zip(times, times.dropFirst()).allSatisfy { abs($1 - $0 - 60.0 / 440) < 1e-4 })
    #expect(abs(Array(signal.samples[..<40_000]).levelDecibels + 85) < 0.5)
  }

  @Test("strikes come at even distances, their levels in turn, and a second is left at the end")
  func even() {
    let signal = StrokeSeries.ringing.signal(.knocks(.close), count: 12, seed: 1)
    #expect(zip(signal.strikes, 0...).allSatisfy { abs($0.seconds - 1 - 0.7 * Double($1)) < 1e-4 })
    #expect(abs(signal.seconds - 10.4) < 1e-4)
  }
}
