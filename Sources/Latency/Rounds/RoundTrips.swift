// SPDX-License-Identifier: GPL-3.0-or-later

/// Delays of one way from the output to the input, measured again and again.
public struct RoundTrips: Equatable, Sendable {
  /// From a frame's being played to its being heard, in frames of the output, for each trial.
  public let delaysFrames: [Double]
  /// How sure the delay is, 0...1.
  public let confidence: Double
  /// How much the delay grows while it is measured, in millionths of the time that passes.
  public let driftPartsPerMillion: Double

  /// Half of the trials were shorter.
  public var medianFrames: Double { Self.median(delaysFrames) }

  /// Median distance of the trials from their median, in frames.
  public var medianDeviationFrames: Double {
    let median = medianFrames
    return Self.median(delaysFrames.map { abs($0 - median) })
  }

  /// The slope of a straight line through `delays` that were measured every `spacingFrames`.
  static func drift(_ delays: [Double], spacingFrames: Int) -> Double {
    let middle = Double(delays.count - 1) / 2
    let mean = delays.reduce(0, +) / Double(max(1, delays.count))
    var (product, square) = (0.0, 0.0)
    for (trial, delay) in delays.enumerated() {
      product += (Double(trial) - middle) * (delay - mean)
      square += (Double(trial) - middle) * (Double(trial) - middle)
    }
    return square > 0 ? 1e6 * product / square / Double(spacingFrames) : 0
  }

  static func median(_ values: [Double]) -> Double {
    LatencyReport.percentile(0.5, of: values.sorted())
  }
}
