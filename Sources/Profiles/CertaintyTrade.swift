// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// What a certainty costs and saves against another one, with the sounds of a profile.
public struct CertaintyTrade: Sendable, Equatable {
  /// A millisecond is worth this many corrections of 100 hits.
  static let correctionsAMillisecond = 3.0
  /// A smaller gain is not worth a change.
  static let leastGain = 2.0

  /// The setting.
  public let certainty: Certainty
  /// How much later than with the other one a drum starts, in milliseconds; negative for sooner. It
  /// is the same for every hit.
  public let extraMilliseconds: Double
  /// Of 100 hits, how many fewer have a wrong drum that is then corrected; negative for more.
  public let savedOfHundred: Int

  /// What it saves beyond the worth of its milliseconds, in corrections of 100 hits.
  var gain: Double { Double(savedOfHundred) - Self.correctionsAMillisecond * extraMilliseconds }
}

extension CrossValidation {
  /// What a certainty costs and saves against another; nil if no example was judged.
  public func trade(
    of certainty: Certainty, against other: Certainty = InstrumentSettings().certainty
  ) -> CertaintyTrade? {
    guard let own = replaced(horizon: certainty.horizon),
      let before = replaced(horizon: other.horizon)
    else { return nil }
    let later = certainty.answerMilliseconds - other.answerMilliseconds
    return CertaintyTrade(
      certainty: certainty, extraMilliseconds: (later * 10).rounded() / 10,
      savedOfHundred: Int((100 * (before.share - own.share)).rounded()))
  }

  /// The certainty that is worth its milliseconds: the usual one, unless another gains enough
  /// more. Nil if no example was judged.
  public var worthwhileCertainty: Certainty? {
    let trades = Certainty.allCases.compactMap { trade(of: $0) }
    let best = trades.max { $0.gain < $1.gain }
    return best.map {
      $0.gain >= CertaintyTrade.leastGain ? $0.certainty : InstrumentSettings().certainty
    }
  }
}
