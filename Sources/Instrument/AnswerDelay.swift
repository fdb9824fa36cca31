// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// How long after its onset a hit is answered: the same for every hit, as the certainty wants it.
struct AnswerDelay {
  /// How sure the first sound is to be.
  var certainty: Certainty
  private let framesByHorizon: SIMD8<Int32>

  init(_ certainty: Certainty, sampleRateHz: Float) {
    self.certainty = certainty
    var frames = SIMD8<Int32>(repeating: 0)
    for certainty in Certainty.allCases {
      frames[certainty.horizon] = Int32(
        Units.frames(seconds: certainty.answerDelaySeconds, sampleRateHz: sampleRateHz))
    }
    framesByHorizon = frames
  }

  /// From onset to voice.
  var frames: Int { @_noLocks get { Int(framesByHorizon[certainty.horizon]) } }
}
