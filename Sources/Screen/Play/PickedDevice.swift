// SPDX-License-Identifier: GPL-3.0-or-later
import AudioIO

/// A device that the player picked on the screen, on which playing is to begin again.
package struct PickedDevice {
  package let direction: StreamDirection
  /// ALSA's name of it.
  package let name: String
  /// Its only channel that is heard, from 1; nil as the options say.
  package let channel: Int?

  package init(direction: StreamDirection, name: String, channel: Int? = nil) {
    (self.direction, self.name, self.channel) = (direction, name, channel)
  }

  /// "hearing USB now".
  package var text: String {
    let part = channel.map { "channel \($0) of " } ?? ""
    return direction == .capture ? "hearing \(part)\(name) now" : "playing on \(name) now"
  }
}

extension KeptChoices {
  /// The same with a device that the player picked.
  package func on(_ picked: PickedDevice) -> KeptChoices {
    var kept = self
    switch picked.direction {
    case .capture: (kept.input, kept.inputChannel) = (picked.name, picked.channel)
    case .playback: kept.output = picked.name
    }
    return kept
  }

  /// A device was chosen.
  package var hasDevice: Bool { input != nil || output != nil }
}
