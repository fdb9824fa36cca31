// SPDX-License-Identifier: GPL-3.0-or-later
import AudioIO
import Screen

/// Playing that begins again, because the player picked another device.
extension Play {
  /// The same, on devices that were chosen.
  func on(_ chosen: KeptChoices) -> Play {
    var play = self
    play.devices = devices.on(chosen)
    return play
  }

  /// The same, after the requested recordings were made.
  var withoutRecording: Play {
    var play = self
    (play.recording.record, play.recording.stems) = (nil, false)
    (play.recording.sessions.session, play.recording.sessions.recordTo) = (false, nil)
    return play
  }

  /// The same without the options in whose place the player picked something.
  func forgetting(_ direction: StreamDirection) -> Play {
    var play = self
    play.devices = devices.forgetting(direction)
    if direction == .capture { (play.source.take, play.source.loop) = (nil, false) }
    (play.drums.kit, play.drums.known.profile) = (nil, nil)
    return play
  }
}

extension KeptChoices {
  /// The same without choices that an option, or a take, overrides.
  func unless(_ play: Play) -> KeptChoices {
    var kept = unless(play.devices)
    if play.take != nil { (kept.input, kept.inputChannel) = (nil, nil) }
    if play.drums.kit != nil { kept.kit = nil }
    if play.drums.known.profile != nil { kept.profile = nil }
    return kept
  }

  /// The same without the devices that an option goes before.
  func unless(_ devices: DuplexOptions) -> KeptChoices {
    var kept = self
    if devices.stream.namesCapture { (kept.input, kept.inputChannel) = (nil, nil) }
    if devices.stream.heard.inputChannel != nil { kept.inputChannel = nil }
    if devices.namesPlayback { kept.output = nil }
    return kept
  }
}
