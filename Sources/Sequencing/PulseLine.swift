// SPDX-License-Identifier: GPL-3.0-or-later

/// The straight line through the times of pulses that come evenly, by least squares.
public struct PulseLine: Sendable, Equatable {
  /// From one pulse to the next, in seconds; above 0.
  public let secondsPerPulse: Double
  /// By how many seconds a pulse comes earlier or later than the line says, at the most.
  public let deviationSeconds: Double

  /// The line through times in seconds; nil for fewer than two, and for times that do not ascend on the whole.
  public init?(_ times: [Double]) {
    guard let first = times.first else { return nil }
    let middle = Double(times.count - 1) / 2
    var (products, squares) = (0.0, 0.0)
    for (index, time) in times.enumerated() {
      products += (Double(index) - middle) * (time - first)
      squares += (Double(index) - middle) * (Double(index) - middle)
    }
    guard products > 0 else { return nil }
    let slope = products / squares
    secondsPerPulse = slope
    let errors = times.enumerated().map { $1 - first - slope * Double($0) }
    let mean = errors.reduce(0, +) / Double(errors.count)
    deviationSeconds = errors.map { abs($0 - mean) }.max() ?? 0
  }
}
