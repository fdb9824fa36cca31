// SPDX-License-Identifier: GPL-3.0-or-later
import Sequencing

extension MusicalClock {
  /// Does what the metronome does from the frame of a change of the tempo on; begins anew where frames come at another rate
  /// than before.
  package mutating func take(_ tempo: EngineEvent.Tempo, rateHz: Int) {
    if sampleRateHz != rateHz { self = MusicalClock(sampleRateHz: rateHz) }
    set(tempo.played, atFrame: tempo.frame)
  }
}
