// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

extension Profile.SoundClass {
  /// Log-odds of a strike below which most examples of talk and noise lie, and of hardly any sound that was struck or
  /// beatboxed: of 69 recorded ones the medians are -0.9 and more, of speech it is -3.1.
  private static let leastStrikeLogOdds: Float = -1.5
  private static let sampleRateHz: Float = 48_000

  /// What was heard of it is nothing that was struck, by the shape of most of its examples: somebody talked, or it was noisy.
  var isUnstruck: Bool {
    var judge = HitValidator(model: .none, sampleRateHz: Self.sampleRateHz)
    let logOdds = examples.map { example in
      judge.opinion(example.shape.shapes[0], peakDecibels: example.loudestDecibels).strikeLogOdds
    }.sorted()
    return !logOdds.isEmpty && logOdds[logOdds.count / 2] < Self.leastStrikeLogOdds
  }
}
