// SPDX-License-Identifier: GPL-3.0-or-later

extension Array<Double> {
  /// The value below which a share of the values lies, between two of them by a straight line; nil
  /// if there is none.
  func quantile(_ share: Double) -> Double? {
    guard !isEmpty else { return nil }
    let sorted = sorted()
    let position = share * Double(count - 1)
    let lower = Int(position)
    let upper = Swift.min(lower + 1, count - 1)
    return sorted[lower] + (position - Double(lower)) * (sorted[upper] - sorted[lower])
  }

  var median: Double? { quantile(0.5) }

  /// The median of the distances from the median.
  var medianDeviation: Double? { median.flatMap { middle in map { abs($0 - middle) }.median } }

  /// Standard deviation.
  var deviation: Double? {
    mean.map { mean in
      (map { ($0 - mean) * ($0 - mean) }.reduce(0, +) / Double(count)).squareRoot()
    }
  }

  var mean: Double? { isEmpty ? nil : reduce(0, +) / Double(count) }
}
