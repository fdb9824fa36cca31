// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// What is played along.
extension EngineControl {
  /// Tells what became of the track that is played along.
  mutating func tellBacking() {
    guard let track = live.performance.backing else { return }
    if let change = track.change, change != toldBacking {
      toldBacking = change
      events.publish(.backing(EngineEvent.Backing(EngineEvent.Backing.Change(change))))
    }
    if track.exchange.isOver, events.state.backing != nil {
      events.publish(.backing(EngineEvent.Backing(.ended)))
    }
  }
}
