// SPDX-License-Identifier: GPL-3.0-or-later
import AudioIO

/// A device that the player picked on the screen, on which playing is to begin again.
struct PickedDevice {
  let direction: StreamDirection
  /// ALSA's name of it.
  let name: String

  /// "hearing USB now".
  var text: String {
    direction == .capture ? "hearing \(name) now" : "playing on \(name) now"
  }
}

extension KeptChoices {
  /// The same with a device that the player picked.
  func on(_ picked: PickedDevice) -> KeptChoices {
    var kept = self
    switch picked.direction {
    case .capture: kept.input = picked.name
    case .playback: kept.output = picked.name
    }
    return kept
  }
}

extension DuplexOptions {
  /// The same, with the devices of choices where no option names one.
  func choosing(_ kept: KeptChoices, hearsTake: Bool) -> DuplexOptions {
    var options = self
    if stream.device == nil {
      if !hearsTake { options.stream.input = stream.input ?? kept.input }
      options.output = output ?? kept.output
    }
    return options
  }

  /// The same without an option for a direction.
  func forgetting(_ direction: StreamDirection) -> DuplexOptions {
    var options = self
    options.stream.device = nil
    switch direction {
    case .capture: (options.stream.input, options.output) = (nil, output ?? stream.device)
    case .playback: (options.stream.input, options.output) = (stream.input ?? stream.device, nil)
    }
    return options
  }
}
