// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

extension PeakForecast {
  /// What a slope of -1 has to gain over none in the sum of the errors, in decibels: few examples draw a line anywhere.
  private static let slopeCostDecibels: Float = 3

  /// The line through the rises of a sound's examples from `horizon` on that leaves the least sum of absolute errors:
  /// an example whose onset was misplaced does not bend it.
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

  /// The usual rise of the examples, whatever level they have reached: for hits that may be played at any level.
  init(atAnyLevel examples: [Example], horizon: Int) {
    let rises = examples.map { $0.riseDecibels(horizon: horizon) }.sorted()
    self.init(riseDecibels: rises[rises.count / 2])
  }
}

extension Example {
  /// How far its peak still rose from `horizon` on, in decibels.
  fileprivate func riseDecibels(horizon: Int) -> Float {
    max(0, loudestDecibels - peakDecibels[horizon])
  }
}
