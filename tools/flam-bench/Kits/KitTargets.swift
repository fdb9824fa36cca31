// SPDX-License-Identifier: GPL-3.0-or-later

/// A bundled pad's targets: absolute, or compared with the same pad of recorded kits.
struct KitTargets {
  private static let leastRangeDecibels = 20.0
  private static let mostStepDecibels = 3.0
  private static let leastBrightening = 1.1
  private static let leastRollDecibels = 1.0
  private static let mostSpeakMilliseconds = 0.5
  private static let mostRiseMilliseconds = 1.0
  private static let mostRestDecibels = -60.0
  private static let mostOffsetDecibels = -60.0
  /// Decays of recorded drums differ; ours is at most so much longer than the longest, or shorter than the shortest.
  private static let decayFactor = 1.5
  private static let correlationMargin = 0.1

  /// The targets that `ours` misses, in words; `peers` may be empty.
  static func missed(_ ours: PadFigures, beside peers: [PadFigures]) -> [String] {
    var missed: [String] = []
    func demand(_ isMet: Bool, _ target: String) { if !isMet { missed.append(target) } }
    func most(_ figure: KeyPath<PadFigures, Double>) -> Double? {
      peers.map { $0[keyPath: figure] }.max()
    }
    func least(_ figure: KeyPath<PadFigures, Double>) -> Double? {
      peers.map { $0[keyPath: figure] }.min()
    }
    let sounds = peers.map(\.soundCount).max() ?? 0
    demand(ours.soundCount >= sounds, "as many sounds as the better kit: \(sounds)")
    demand(
      ours.rangeDecibels >= leastRangeDecibels, "a range of \(leastRangeDecibels.digits(0)) dB")
    demand(
      ours.stepDecibels <= mostStepDecibels, "no step above \(mostStepDecibels.digits(0)) dB")
    demand(
      ours.brightening >= leastBrightening,
      "hard strokes brighter by a factor of \(leastBrightening.digits(1))")
    let roll = max(leastRollDecibels, most(\.rollDecibels) ?? 0)
    demand(ours.rollDecibels >= roll, "strokes of a roll differ by \(roll.digits(2)) dB")
    demand(
      ours.speakMilliseconds <= mostSpeakMilliseconds,
      "every stroke speaks within \(mostSpeakMilliseconds.digits(1)) ms")
    let rise = max(mostRiseMilliseconds, least(\.riseMilliseconds) ?? 0)
    demand(ours.riseMilliseconds <= rise, "rises within \(rise.digits(2)) ms")
    if let shortest = least(\.decaySeconds), let longest = most(\.decaySeconds) {
      let range = shortest / decayFactor...longest * decayFactor
      demand(
        range.contains(ours.decaySeconds),
        "T60 of \(range.lowerBound.digits(2)) to \(range.upperBound.digits(2)) s")
    }
    if let widest = least(\.correlation), let narrowest = most(\.correlation) {
      let range = widest - correlationMargin...narrowest + correlationMargin
      demand(
        range.contains(ours.correlation),
        "correlation of \(range.lowerBound.digits(2)) to \(range.upperBound.digits(2))")
    }
    demand(
      ours.restDecibels <= mostRestDecibels, "ends \(mostRestDecibels.digits(0)) dB below its peak")
    demand(
      ours.offsetDecibels <= mostOffsetDecibels, "DC below \(mostOffsetDecibels.digits(0)) dB")
    return missed
  }
}
