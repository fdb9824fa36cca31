// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

extension EngineEvent {
  /// A slot of a rack changes, from a frame on.
  public struct Effect: Codable, Sendable, Equatable {
    /// The output frame from which it is heard.
    public let frame: Int
    /// The rack's bus or drum.
    public let bus: RackPlace
    /// The slot, counted from 1.
    public let slot: Int
    /// The new content; missing for nothing.
    public let setting: EffectSetting?

    /// A change of a slot.
    public init(frame: Int, _ change: SlotChange) {
      (self.frame, bus, slot, setting) = (frame, change.bus, change.slot, change.setting)
    }
  }
}
