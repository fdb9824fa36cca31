// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Profiles

extension Performance {
  /// The teaching of profiles that were replaced since the last call, in their order.
  func takeTaughtSounds() -> [[TaughtSound?]] {
    collectDrums()
    return ears.takeTaught()
  }

  /// The teaching of the last profile that took over. Read it only once the audio thread has ended.
  var taughtSounds: [TaughtSound?] { audioSide.instrument.pointee.taughtSounds() }
}
