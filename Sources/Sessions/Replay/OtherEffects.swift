// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

extension SessionReplay {
  /// The session with other effects on some buses and drums from its beginning. What was changed while it was
  /// played is changed on these, where their slots allow it.
  public func withEffects(_ slots: [SlotChange]) -> SessionReplay {
    var other = self
    let buses = Set(slots.map(\.bus))
    let others = (record.settings.effects ?? []).filter { !buses.contains($0.bus) }
    other.record.settings.effects = others + slots
    return other
  }

  /// The session with other rows of the matrix of hits from its beginning.
  public func withModulations(_ rows: [Modulation]) -> SessionReplay {
    var other = self
    other.record.settings.modulations = rows
    return other
  }
}
