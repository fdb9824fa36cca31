// SPDX-License-Identifier: GPL-3.0-or-later

/// A hit that is not settled.
struct OpenHit: BitwiseCopyable {
  var track: OnsetTrack
  /// The classifier's slot for it.
  let slot: Int
  /// Not once it has corrected the hit before.
  var isCorrection: Bool
  var isStranger = false
  /// The last judgement of whether it is a stroke; nil until enough of it was heard.
  var opinion: HitValidation?
  /// How far it is a stroke; of a stranger, as it was found to be one.
  var judgement: HitJudgement?
  /// Its judgement; nil until it is answered, or finally refused.
  var hit: Hit?
  /// Its judgement while it is too soft to be answered.
  var softHit: Hit?
  /// The touch before it; nil if it began without one.
  var touch: Hit?
  /// The frame of its found onset.
  var onsetFrame: Int { @_noLocks get { track.foundFrame } }

  /// A hit without a judgement yet.
  @_noLocks init(track: OnsetTrack, isCorrection: Bool, slot: Int) {
    self.slot = slot
    self.track = track
    self.isCorrection = isCorrection
  }
}
