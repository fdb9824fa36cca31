// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

extension PeakForecast {
  /// What the slope is drawn towards 0 by: a hit this far from the others, in decibels, that rises as they do.
  static let priorDecibels: Float = 5

  /// The line through the rises of a sound's examples from `horizon` on, by least squares (ridge regression: A. Hoerl,
  /// R. Kennard, Technometrics 12, 1970); one that half of the examples lie above.
  init(learningFrom examples: [Example], horizon: Int) {
    let reached = examples.map { $0.peakDecibels[horizon] }
    let rises = examples.map { max(0, $0.loudestDecibels - $0.peakDecibels[horizon]) }
    let count = Float(examples.count)
    let usual = reached.reduce(0, +) / count
    let usualRise = rises.reduce(0, +) / count
    var together: Float = 0
    var spread = Self.priorDecibels * Self.priorDecibels
    for (level, rise) in zip(reached, rises) {
      together += (level - usual) * (rise - usualRise)
      spread += (level - usual) * (level - usual)
    }
    let slope = min(0, max(-1, together / spread))
    let heights = zip(reached, rises).map { $1 - slope * ($0 - usual) }.sorted()
    self.init(
      reachedDecibels: usual, riseDecibels: heights[heights.count / 2], slope: slope,
      softestDecibels: reached.min() ?? usual, hardestDecibels: reached.max() ?? usual)
  }

  /// The usual rise of the examples, whatever level they have reached: for hits that may be played at any level.
  init(atAnyLevel examples: [Example], horizon: Int) {
    let rises = examples.map { max(0, $0.loudestDecibels - $0.peakDecibels[horizon]) }.sorted()
    self.init(riseDecibels: rises[rises.count / 2])
  }
}
