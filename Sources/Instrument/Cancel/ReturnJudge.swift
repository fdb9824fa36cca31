// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// Decides from block to block whether what is predicted is subtracted, by how far it brings the input down.
struct ReturnJudge: BitwiseCopyable {
  /// Reductions at which it begins to subtract, and at which it ceases and begins anew, in decibels.
  private static let usefulDecibels: Float = 1
  private static let wrongDecibels: Float = 0
  /// A return that is so much larger than assumed, as a ratio of powers, is another.
  private static let clearlyMore: Float = 8
  /// Blocks with sound to return, without use, after which nothing is thought to return.
  private static let patienceBlocks = 1500

  private var meter = ReductionMeter()
  private var survey = ReturnSurvey()
  private var uselessBlocks = 0
  /// The return that the canceller began with, as a ratio of powers; 0 before it has begun.
  private(set) var assumedReturn: Float = 0
  /// The echo is subtracted: something returns.
  private(set) var isReducing = false

  /// Begins with a path that returns `gainDecibels` of what is played, known to `errorDecibels`.
  mutating func start(gainDecibels: Float, errorDecibels: Float) {
    isReducing = true
    assumedReturn = Units.power(decibels: gainDecibels)
    meter = ReductionMeter(decibels: -errorDecibels / 2, returnGainDecibels: gainDecibels)
  }

  /// Nothing returns.
  mutating func rest() { uselessBlocks = Self.patienceBlocks }

  /// Nothing returns, as far as is known.
  var isResting: Bool {
    @_noLocks get { !isReducing && uselessBlocks >= Self.patienceBlocks }
  }
  /// By how much the echo is brought down, in decibels; 0 where nothing returns.
  var echoReductionDecibels: Float { @_noLocks get { isReducing ? meter.decibels : 0 } }
  /// Level at which what is played returns, in decibels of its own; nil where nothing does, as far as is known.
  var returnGainDecibels: Float? {
    @_noLocks get { isReducing ? meter.returnGainDecibels : nil }
  }
  /// To subtract would help now, and is not done yet.
  var wouldHelp: Bool {
    @_noLocks get { !isReducing && meter.decibels > Self.usefulDecibels }
  }

  /// Takes in the energies of a block: as heard, what remains of it, as predicted to return, and as played.
  ///
  /// - Returns: More may return than the canceller began with: it has to begin anew.
  @_noLocks mutating func process(
    heard: Float, remaining: Float, predicted: Float, played: Float
  ) -> Bool {
    meter.process(heard: heard, remaining: remaining, predicted: predicted, played: played)
    guard !isReducing, let returning = survey.process(heard: heard, played: played),
      returning > Self.clearlyMore * assumedReturn
    else { return false }
    assumedReturn = returning
    return true
  }

  /// Ends a block: begins to subtract where that helps and `isReturn`, and ceases where it has become wrong.
  ///
  /// - Returns: The path has become another: the canceller has to begin anew.
  @_noLocks mutating func conclude(isReturn: Bool) -> Bool {
    let isWrong = isReducing && meter.decibels < Self.wrongDecibels
    if isWrong {
      meter = ReductionMeter()
      isReducing = false
    } else if wouldHelp && isReturn {
      isReducing = true
    }
    uselessBlocks = isReducing ? 0 : uselessBlocks &+ 1
    return isWrong
  }
}
