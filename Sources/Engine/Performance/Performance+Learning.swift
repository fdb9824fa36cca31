// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Profiles

extension Performance {
  /// The profile along with what was learned from the strokes of this performance, for the player to keep; nil where
  /// nothing was learned. To be asked for once the audio thread has ended.
  public var learnedProfile: Profile? {
    profile.keeping(audioSide.instrument.pointee.taughtSounds())
  }
}
