// SPDX-License-Identifier: GPL-3.0-or-later
import AudioIO

/// A device that the player picked on the screen, on which playing is to begin again.
package struct PickedDevice {
  package let direction: StreamDirection
  /// ALSA's name of it.
  package let name: String

  /// "hearing USB now".
  package var text: String {
    direction == .capture ? "hearing \(name) now" : "playing on \(name) now"
  }
}

extension KeptChoices {
  /// The same with a device that the player picked.
  package func on(_ picked: PickedDevice) -> KeptChoices {
    var kept = self
    switch picked.direction {
    case .capture: kept.input = picked.name
    case .playback: kept.output = picked.name
    }
    return kept
  }

  /// A device was chosen.
  package var hasDevice: Bool { input != nil || output != nil }
}
