// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// A scale of a chart.
struct Axis {
  /// The measure, with its unit.
  var label: String
  var range: ClosedRange<Double>
  /// The places of numbers.
  var ticks: [Double]
  var isLogarithmic = false
  /// Decimals of the numbers.
  var decimals = 0

  /// A value's place from the start of the range, 0, to its end, 1; outside it is drawn at the
  /// border.
  func position(_ value: Double) -> Double {
    let inside = min(range.upperBound, max(range.lowerBound, value))
    guard isLogarithmic else {
      return (inside - range.lowerBound) / (range.upperBound - range.lowerBound)
    }
    return log(inside / range.lowerBound) / log(range.upperBound / range.lowerBound)
  }

  /// Shares from `least`, rounded down to a tenth, to 1.
  static func share(_ label: String, from least: Double) -> Axis {
    let first = max(0, min(9, Int((10 * least).rounded(.down))))
    let lower = Double(first) / 10
    let parts = first >= 8 ? 20 : 10
    let start = first * parts / 10
    return Axis(
      label: label, range: lower...1, ticks: (start...parts).map { Double($0) / Double(parts) },
      decimals: 2)
  }
}
