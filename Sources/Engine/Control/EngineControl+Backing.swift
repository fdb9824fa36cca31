// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// The backing track.
extension EngineControl {
  /// Reports what happened to the backing track.
  mutating func publishBacking() {
    guard let track = live.performance.backing else { return }
    if let change = track.change, change != publishedBacking {
      publishedBacking = change
      events.publish(.backing(EngineEvent.Backing(EngineEvent.Backing.Change(change))))
    }
    if track.exchange.isOver, events.state.backing != nil {
      events.publish(.backing(EngineEvent.Backing(.ended)))
    }
  }
}
