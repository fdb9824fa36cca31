// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// Judges from block to block whether what is predicted does return: how far the prediction brings the input down.
///
/// A block counts by the part of it that the prediction claims, so that neither taps nor noise speak for or against.
struct ReductionMeter: BitwiseCopyable {
  /// Blocks over which is averaged.
  private static let memoryBlocks: Float = 500
  /// Blocks without any effect that are assumed at first, so that the first one alone decides nothing.
  private static let assumedBlocks: Float = 10
  /// What a single block can say at most, in decibels.
  private static let mostDecibels: Float = 30

  private var weightedDecibels: Float = 0
  private var weight: Float = 0
  private var echoPower: Float = 0
  private var playedPower: Float = 0

  /// A meter that has heard nothing.
  @_noLocks init() {}

  /// By how much the echo is brought down, in decibels.
  var decibels: Float {
    @_noLocks get { weightedDecibels / (weight + Self.assumedBlocks) }
  }

  /// Power of the predicted echo over that of what is played, in decibels; -infinity before anything was.
  var returnGainDecibels: Float {
    @_noLocks get {
      playedPower > 0 ? Units.decibels(power: echoPower / playedPower) : -.infinity
    }
  }

  /// Begins with a reduction that is known from elsewhere.
  mutating func assume(decibels: Float) {
    weight = 10 * Self.assumedBlocks
    weightedDecibels = weight * decibels
  }

  /// Takes in the energies of a block: as heard, as predicted, and what remains.
  @_noLocks mutating func process(heard: Float, predicted: Float, remaining: Float) {
    let claimed = predicted / (predicted + remaining + 1e-12)
    let reduction = Units.decibels(power: (heard + 1e-12) / (remaining + 1e-12))
    let bounded = max(-Self.mostDecibels, min(Self.mostDecibels, reduction))
    let kept = 1 - 1 / Self.memoryBlocks
    weightedDecibels = kept * weightedDecibels + claimed * bounded
    weight = kept * weight + claimed
  }

  /// Takes in the energies of a block as played and as predicted to return.
  @_noLocks mutating func compare(echo: Float, played: Float) {
    let kept = 1 - 1 / Self.memoryBlocks
    echoPower = kept * echoPower + echo
    playedPower = kept * playedPower + played
  }
}
