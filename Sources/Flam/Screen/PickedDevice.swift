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

extension KeptChoices {
  /// A device was chosen.
  var hasDevice: Bool { input != nil || output != nil }

  /// The same without what an option, or a take, goes before.
  func unless(_ play: Play) -> KeptChoices {
    var kept = unless(play.devices)
    if play.take != nil { kept.input = nil }
    if play.drums.kit != nil { kept.kit = nil }
    if play.drums.known.profile != nil { kept.profile = nil }
    return kept
  }

  /// The same without the devices that an option goes before.
  func unless(_ devices: DuplexOptions) -> KeptChoices {
    var kept = self
    if devices.stream.namesCapture { kept.input = nil }
    if devices.namesPlayback { kept.output = nil }
    return kept
  }
}

extension DuplexOptions {
  /// The same, on devices that were chosen.
  func on(_ chosen: KeptChoices) -> DuplexOptions {
    var options = self
    if let input = chosen.input { options.stream.input = input }
    if let output = chosen.output { options.output = output }
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
