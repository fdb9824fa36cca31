// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Profiles

extension Performance {
  /// What the sounds of each profile were taught from which another took over since the last call, in their order.
  func takeTaughtSounds() -> [[TaughtSound?]] {
    collectDrums()
    return ears.takeTaught()
  }

  /// What the sounds of the last profile that took over were taught. To be asked for once the audio thread has ended.
  var taughtSounds: [TaughtSound?] { audioSide.instrument.pointee.taughtSounds() }
}
