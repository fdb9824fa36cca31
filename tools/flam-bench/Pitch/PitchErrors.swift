// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc

/// How far readings of tones are off.
struct PitchErrors {
  /// Readings further off than this are wrong notes, mostly octaves.
  private static let wrongCents = 50.0

  private var cents: [Double] = []
  private(set) var wrong = 0

  /// Adds readings of a frequency, 0 for none.
  mutating func add(_ readings: some Sequence<Float>, of hertz: Double) {
    for reading in readings {
      let error = reading > 0 ? abs(1200 * log2(Double(reading) / hertz)) : .infinity
      if error > Self.wrongCents { wrong += 1 } else { cents.append(error) }
    }
  }

  /// A share of the readings that are no wrong notes is no further off than this.
  func cents(atShare share: Double) -> Double {
    let sorted = cents.sorted()
    return sorted.isEmpty ? .infinity : sorted[Int(share * Double(sorted.count - 1))]
  }

  var text: String {
    "\(cents(atShare: 0.5).text(places: 2)), \(cents(atShare: 0.95).text(places: 2)), "
      + "\(cents(atShare: 1).text(places: 2)) cents; \(wrong) of \(wrong + cents.count) wrong"
  }
}
