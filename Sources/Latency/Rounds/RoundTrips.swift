// SPDX-License-Identifier: GPL-3.0-or-later

/// Delays of one way from the output to the input, measured again and again.
public struct RoundTrips: Equatable, Sendable {
  /// From a frame's being played to its being heard, in frames of the output, for each trial.
  public let delaysFrames: [Double]
  /// How sure the delay is, 0...1.
  public let confidence: Double
  /// How much the delay grows while it is measured, in millionths of the time that passes.
  public let driftPartsPerMillion: Double
  /// The same in frames from one trial to the next.
  private let slope: Double

  /// Half of the trials were shorter.
  public var medianFrames: Double { Self.median(delaysFrames) }

  /// Median distance of the trials from their median, in frames.
  public var medianDeviationFrames: Double {
    let median = medianFrames
    return Self.median(delaysFrames.map { abs($0 - median) })
  }

  /// Trials that follow each other every `spacingFrames`.
  init(delaysFrames: [Double], confidence: Double, spacingFrames: Int) {
    self.delaysFrames = delaysFrames
    self.confidence = confidence
    slope = Self.slope(delaysFrames)
    driftPartsPerMillion = 1e6 * slope / Double(spacingFrames)
  }

  /// Median distance of the trials from the straight line through them, in frames.
  var strayFrames: Double {
    let rests = delaysFrames.enumerated().map { $0.element - slope * Double($0.offset) }
    let median = Self.median(rests)
    return Self.median(rests.map { abs($0 - median) })
  }

  /// From the shortest trial to the longest, in frames.
  var rangeFrames: Double { (delaysFrames.max() ?? 0) - (delaysFrames.min() ?? 0) }

  /// By how much the straight line through `delays` rises from one to the next.
  private static func slope(_ delays: [Double]) -> Double {
    let middle = Double(delays.count - 1) / 2
    let mean = delays.reduce(0, +) / Double(max(1, delays.count))
    var (product, square) = (0.0, 0.0)
    for (trial, delay) in delays.enumerated() {
      product += (Double(trial) - middle) * (delay - mean)
      square += (Double(trial) - middle) * (Double(trial) - middle)
    }
    return square > 0 ? product / square : 0
  }

  static func median(_ values: [Double]) -> Double {
    LatencyReport.percentile(0.5, of: values.sorted())
  }
}
