// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Profiles

extension Performance {
  /// Profiles from which others took over, along with what was learned while they were played with; nil where nothing was.
  var earlierLearnedProfiles: [Profile?] { ears.learned }

  /// Each profile of this performance along with what was learned while it was played with, for the player to keep, the
  /// first one first; nil where nothing was learned. To be asked for once the audio thread has ended.
  public var learnedProfiles: [Profile?] {
    collectDrums()
    return ears.learnedProfiles(audioSide.instrument.pointee.taughtSounds())
  }
}
