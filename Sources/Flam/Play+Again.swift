// SPDX-License-Identifier: GPL-3.0-or-later
import AudioIO

/// Playing that begins again, where the player picked another device.
extension Play {
  /// The same, on devices that were chosen.
  func on(_ chosen: KeptChoices) -> Play {
    var play = self
    play.devices = devices.on(chosen)
    return play
  }

  /// The same, once what was asked to be kept has been kept.
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
