// SPDX-License-Identifier: GPL-3.0-or-later

/// The delays of one path from the output to the input, measured again and again.
public struct RoundTrips: Equatable, Sendable {
  /// Two delays, one after the other, must explain this much better than one.
  private static let steppingRatio = 6.0
  /// The fewest trials on each side of a step.
  private static let leastOnASide = 2

  /// The delay of each trial, from playing a frame to hearing it, in frames of the output.
  public let delaysFrames: [Double]
  /// How sure the delay is, 0...1.
  public let confidence: Double
  /// How much the delay grows during the measurement, in millionths of the elapsed time.
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

  /// Trials with a distance of `spacingFrames`.
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

  /// The step of the delay from some trials to all later ones, in frames; nil if one delay explains
  /// all trials nearly as well as two.
  ///
  /// If trials scatter evenly around one delay, or drift, one in a thousand would seem to step.
  var stepFrames: Double? {
    let whole = Self.deviation(delaysFrames[...])
    let steps = delaysFrames.indices.dropFirst(Self.leastOnASide).map { first in
      // One trial may straddle the step.
      (0...1).map { crossed in
        (before: delaysFrames[..<first], after: delaysFrames.dropFirst(first + crossed))
      }
    }.joined().filter { $0.after.count >= Self.leastOnASide }
    let rests = steps.map { Self.deviation($0.before) + Self.deviation($0.after) }
    guard let best = rests.indices.min(by: { rests[$0] < rests[$1] }),
      whole >= Self.steppingRatio * max(rests[best], Double(delaysFrames.count))
    else { return nil }
    let step = Array(steps)[best]
    return Self.median(Array(step.after)) - Self.median(Array(step.before))
  }

  /// The sum of the distances from the median, in frames. With Laplace's distribution its logarithm
  /// measures how likely one delay is.
  private static func deviation(_ delays: ArraySlice<Double>) -> Double {
    let median = median(Array(delays))
    return delays.reduce(0) { $0 + abs($1 - median) }
  }

  /// The slope of the straight line through `delays`, from one to the next.
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
