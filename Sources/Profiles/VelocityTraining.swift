// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

extension VelocityCalibration {
  /// Even playing says nothing about a person's range: it is taken for at least this wide, in decibels.
  static let leastRangeDecibels: Float = 20
  /// The share of the examples that are softer than a soft hit, and of those that are harder than a hard one: a stray
  /// one does not stretch the range.
  static let outerShare: Float = 0.1

  /// From the soft to the hard examples of a sound. The latest session shows where the hard ones lie; how far below them
  /// the soft ones do is taken from the session with the widest range, because a few new hits do not show that.
  init(learningFrom examples: [Example]) {
    let sessions = Dictionary(grouping: examples, by: \.session).mapValues { examples in
      let levels = examples.map(\.loudestDecibels).sorted()
      return (
        soft: Self.quantile(Self.outerShare, of: levels),
        hard: Self.quantile(1 - Self.outerShare, of: levels)
      )
    }
    let latest = sessions.max { $0.key < $1.key }?.value
    let range = sessions.values.map { $0.hard - $0.soft }.max() ?? 0
    let hard = min(0, latest?.hard ?? 0)
    self.init(softDecibels: hard - max(range, Self.leastRangeDecibels), hardDecibels: hard)
  }

  /// The level below which a share of the sorted levels lies, between two of them by a straight line.
  private static func quantile(_ share: Float, of sorted: [Float]) -> Float {
    let position = share * Float(sorted.count - 1)
    let lower = Int(position)
    let upper = min(lower + 1, sorted.count - 1)
    return sorted[lower] + (position - Float(lower)) * (sorted[upper] - sorted[lower])
  }
}
