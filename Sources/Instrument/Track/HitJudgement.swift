// SPDX-License-Identifier: GPL-3.0-or-later

/// How far an onset was taken for a stroke of the player, as ``HitValidator`` judged it last.
public struct HitJudgement: BitwiseCopyable, Sendable, Equatable {
  /// Logarithm of the odds that it is one.
  public var logOdds: Float
  /// The least at which it is answered.
  public var leastLogOdds: Float

  /// A judgement of these odds.
  @_noLocks public init(logOdds: Float, leastLogOdds: Float) {
    self.logOdds = logOdds
    self.leastLogOdds = leastLogOdds
  }

  /// How far it fell short of being answered; negative if it did not.
  public var marginLogOdds: Float { @_noLocks get { leastLogOdds - logOdds } }
}
