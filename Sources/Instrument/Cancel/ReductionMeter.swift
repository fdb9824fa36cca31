// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// Judges block by block whether the predicted echo really returns: how far the prediction lowers
/// the input.
///
/// Taps and noise are in the input with the prediction and without it: they blur the figure and do
/// not turn it round.
struct ReductionMeter: BitwiseCopyable {
  /// Blocks over which is averaged.
  private static let memoryBlocks: Float = 500

  private var heardPower: Float = 0
  private var remainingPower: Float = 0
  private var echoPower: Float = 0
  private var playedPower: Float = 0

  /// A meter that has heard nothing.
  @_noLocks init() {}

  /// A meter that begins with figures known from elsewhere.
  init(decibels: Float, returnGainDecibels: Float) {
    remainingPower = 1e-3
    heardPower = remainingPower * Units.power(decibels: decibels)
    playedPower = 1e-3
    echoPower = playedPower * Units.power(decibels: returnGainDecibels)
  }

  /// How far the input is lowered, in decibels; below 0 if the prediction adds to it.
  var decibels: Float {
    @_noLocks get {
      Units.decibels(power: (heardPower + 1e-9) / (remainingPower + 1e-9))
    }
  }

  /// Power of the predicted echo over that of the output, in decibels; -infinity before there was
  /// any.
  var returnGainDecibels: Float {
    @_noLocks get {
      playedPower > 0 ? Units.decibels(power: echoPower / playedPower) : -.infinity
    }
  }

  /// Takes in the energies of a block: the input, its remainder, the predicted return, and the
  /// output.
  @_noLocks mutating func process(heard: Float, remaining: Float, predicted: Float, played: Float) {
    let kept = 1 - 1 / Self.memoryBlocks
    heardPower = kept * heardPower + heard
    remainingPower = kept * remainingPower + remaining
    echoPower = kept * echoPower + predicted
    playedPower = kept * playedPower + played
  }
}
