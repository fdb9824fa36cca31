// SPDX-License-Identifier: GPL-3.0-or-later
#if canImport(Glibc)
  import Glibc
#endif

/// Where the values of an axis are on a drawing.
public struct Scale: Sendable {
  /// The values at the ends of the axis.
  public let values: ClosedRange<Double>
  /// The places of these values, in points.
  public let ends: (first: Double, last: Double)

  /// An axis with its lowest value at `first` and its highest at `last`.
  public init(_ values: ClosedRange<Double>, first: Double, last: Double) {
    self.values = values
    ends = (first, last)
  }

  /// The place of a value.
  public func position(_ value: Double) -> Double {
    let length = values.upperBound - values.lowerBound
    let share = length > 0 ? (value - values.lowerBound) / length : 0.5
    return ends.first + share * (ends.last - ends.first)
  }

  /// About `count` round values on the axis.
  public func ticks(count: Int = 6) -> [Double] {
    let length = values.upperBound - values.lowerBound
    guard length > 0 else { return [values.lowerBound] }
    let rough = length / Double(count)
    let power = pow(10, floor(log10(rough)))
    let step = [1, 2, 5, 10].map { $0 * power }.first { $0 >= rough } ?? 10 * power
    let first = Int((values.lowerBound / step - 1e-9).rounded(.up))
    let last = Int((values.upperBound / step + 1e-9).rounded(.down))
    return first <= last ? (first...last).map { Double($0) * step } : []
  }
}
