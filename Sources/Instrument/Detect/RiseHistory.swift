// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime
import DSP

/// The levels of the last milliseconds, a look a millisecond: how far they rise, and how much
/// louder the rise would have had to be for the detector.
struct RiseHistory: BitwiseCopyable {
  /// Time from one look to the next, in seconds.
  static let lookSeconds: Float = 0.001
  /// Looks of a rise, the latest included, that are no earlier level.
  private static var attackLooks: Int { @_noLocks get { 3 } }
  /// The earlier level is the loudest of this many looks before.
  private static var restLooks: Int { @_noLocks get { 20 } }
  /// The same while a stroke sounds, whose level falls.
  private static var soundingLooks: Int { @_noLocks get { 4 } }
  /// Looks over which a rise gathers evidence.
  static var gatheringLooks: Int { @_noLocks get { 8 } }
  /// A larger rise in one band counts no more, in decibels.
  private static var mostDecibels: Float { @_noLocks get { 10 } }
  /// A power that counts as silence: -90 dB.
  private static var silence: Float { @_noLocks get { 1e-9 } }
  /// No rise lacks more, or exceeds what is needed by more, in decibels.
  private static var mostMarginDecibels: Float { @_noLocks get { 60 } }

  private struct Look: BitwiseCopyable {
    var level = SIMD4<Float>(repeating: RiseHistory.silence)
    var expected = SIMD4<Float>(repeating: 1)
    /// What would be expected if no stroke sounded.
    var rest = SIMD4<Float>(repeating: 1)
  }

  private var looks = InlineArray<32, Look>(repeating: Look())
  private var count = 0
  private let lookFrames: Float

  init(sampleRateHz: Float) {
    lookFrames = Float(Units.frames(seconds: Self.lookSeconds, sampleRateHz: sampleRateHz))
  }

  /// Takes in the next look: the power of each band, the expected one, and what would be expected
  /// at rest.
  @_noLocks mutating func append(
    level: SIMD4<Float>, expected: SIMD4<Float>, rest: SIMD4<Float>
  ) {
    count &+= 1
    looks[count & 31] = Look(
      level: pointwiseMax(level, SIMD4(repeating: Self.silence)), expected: expected, rest: rest)
  }

  /// There are enough looks: what begins with the input is no rise.
  var isFull: Bool { @_noLocks get { count > Self.attackLooks + Self.restLooks } }

  /// How far the last look lies above the earlier ones, in decibels: the mean over all bands, and
  /// over those that every stroke fills at once.
  ///
  /// - Parameter isMasked: A stroke sounds, whose level falls.
  @_noLocks func decibels(isMasked: Bool) -> (all: Float, high: Float) {
    let before = earlierLevel(before: Self.attackLooks, isMasked: isMasked)
    let ratio = looks[count & 31].level / before
    var rises = SIMD4<Float>.zero
    for lane in 0..<4 where ratio[lane] > 1 {
      rises[lane] = min(Self.mostDecibels, Units.decibels(power: ratio[lane]))
    }
    return (rises.sum() / 4, rises.highHalf.sum() / 2)
  }

  /// By how many decibels the sound of the last ``gatheringLooks`` would have had to be louder to
  /// gather `weakEvidence`; negative if it could be softer.
  ///
  /// - Parameters:
  ///   - isMasked: A stroke sounds, whose level falls.
  ///   - isAtRest: As if none sounded.
  @_noLocks func marginDecibels(
    _ evidence: ChangeEvidence, weakEvidence: Float, isMasked: Bool, isAtRest: Bool = false
  ) -> Float {
    let before = earlierLevel(before: Self.gatheringLooks, isMasked: isMasked)
    var (enough, tooLittle) = (Self.mostMarginDecibels, -Self.mostMarginDecibels)
    for _ in 0..<10 {
      let middle = 0.5 * (enough + tooLittle)
      let most = mostEvidence(
        evidence, gain: Units.power(decibels: middle), over: before, isAtRest: isAtRest)
      if most > weakEvidence { enough = middle } else { tooLittle = middle }
    }
    return enough
  }

  /// The most evidence that the sound over `before` gathers, made louder by a gain of its power.
  @_noLocks private func mostEvidence(
    _ evidence: ChangeEvidence, gain: Float, over before: SIMD4<Float>, isAtRest: Bool
  ) -> Float {
    var evidence = evidence
    evidence.clear()
    var most: Float = 0
    for age in stride(from: Self.gatheringLooks - 1, through: 0, by: -1) {
      let look = looks[(count &- age) & 31]
      let rise = pointwiseMax(look.level - before, .zero)
      evidence.process(
        ratio: (before + gain * rise) / (isAtRest ? look.rest : look.expected),
        frames: lookFrames)
      most = max(most, evidence.total)
    }
    return most
  }

  /// The loudest level of the looks before the last ones.
  @_noLocks private func earlierLevel(before looks: Int, isMasked: Bool) -> SIMD4<Float> {
    var level = SIMD4<Float>(repeating: Self.silence)
    for age in looks..<looks + (isMasked ? Self.soundingLooks : Self.restLooks) {
      level = pointwiseMax(level, self.looks[(count &- age) & 31].level)
    }
    return level
  }
}
