// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

extension PeakForecast {
  /// The improvement that a slope of -1 must bring over none in the sum of the errors, in decibels:
  /// few examples fit any line.
  private static let slopeCostDecibels: Float = 3

  /// The line through the rises of a sound's examples from `horizon` on with the least sum of
  /// absolute errors. An example with a misplaced onset does not bend it.
  init(learningFrom examples: [Example], horizon: Int) {
    let reached = examples.map { $0.peakDecibels[horizon] }
    let usual = reached.reduce(0, +) / Float(reached.count)
    var best: (forecast: PeakForecast, cost: Float)?
    for step in 0...10 {
      let slope = -Float(step) / 10
      let heights = examples.map {
        $0.riseDecibels(horizon: horizon) - slope * ($0.peakDecibels[horizon] - usual)
      }
      let forecast = PeakForecast(
        reachedDecibels: usual, riseDecibels: heights.sorted()[heights.count / 2], slope: slope,
        softestDecibels: reached.min() ?? usual, hardestDecibels: reached.max() ?? usual)
      let errors = examples.map {
        abs(
          $0.riseDecibels(horizon: horizon)
            - forecast.rise(reachedDecibels: $0.peakDecibels[horizon]))
      }
      let cost = errors.reduce(-slope * Self.slopeCostDecibels, +)
      if cost < best?.cost ?? .infinity { best = (forecast, cost) }
    }
    self = best?.forecast ?? PeakForecast()
  }

  /// The usual rise of the examples at any level: for hits at any level.
  init(atAnyLevel examples: [Example], horizon: Int) {
    let rises = examples.map { $0.riseDecibels(horizon: horizon) }.sorted()
    self.init(riseDecibels: rises[rises.count / 2])
  }
}

extension Example {
  /// How far the peak still rose after `horizon`, in decibels.
  fileprivate func riseDecibels(horizon: Int) -> Float {
    max(0, loudestDecibels - peakDecibels[horizon])
  }
}
