// SPDX-License-Identifier: GPL-3.0-or-later
import Sequencing

extension MusicalClock {
  /// Follows the metronome from the frame of a tempo change on; begins anew if the frame rate has
  /// changed.
  package mutating func take(_ tempo: EngineEvent.Tempo, rateHz: Int) {
    if sampleRateHz != rateHz { self = MusicalClock(sampleRateHz: rateHz) }
    set(tempo.played, atFrame: tempo.frame)
  }
}
