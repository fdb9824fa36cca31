// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// How long after its onset a hit is answered: the same for every hit, as the certainty sets it,
/// unless a measurement spreads the answers.
struct AnswerDelay {
  /// How sure the first sound must be.
  var certainty: Certainty
  private let framesByHorizon: SIMD8<Int32>
  private let spread: AnswerSpread

  init(_ certainty: Certainty, spread: AnswerSpread?, sampleRateHz: Float) {
    self.spread = spread ?? AnswerSpread(mostFrames: 0)
    self.certainty = certainty
    var frames = SIMD8<Int32>(repeating: 0)
    for certainty in Certainty.allCases {
      frames[certainty.horizon] = Int32(
        Units.frames(seconds: certainty.answerDelaySeconds, sampleRateHz: sampleRateHz))
    }
    framesByHorizon = frames
  }

  /// From the onset of a hit to its voice.
  @_noLocks func frames(hit number: Int) -> Int {
    Int(framesByHorizon[certainty.horizon]) + spread.frames(hit: number)
  }
}
