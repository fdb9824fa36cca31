// SPDX-License-Identifier: GPL-3.0-or-later
import AudioIO

/// Says prompts on a playback device, for a player who looks at the table and not at the screen.
///
/// The device is open only while something is said. One thread uses it.
public final class Speaker {
  private let voice: Voice
  private let playback: SoundPlayback

  /// A speaker.
  ///
  /// - Parameters:
  ///   - device: ALSA's name of the playback device.
  ///   - settings: Rate and channels of the device; its periods are the speaker's own.
  public init(_ voice: Voice, device: String, settings: StreamSettings) {
    self.voice = voice
    playback = SoundPlayback(device: device, settings: settings)
  }

  /// It speaks.
  public var isSpeaking: Bool { playback.isPlaying }

  /// Begins to say `text`, in place of what it said before; it is silent for no text.
  public func begin(_ text: String) throws(DeviceError) {
    try playback.begin(voice.samples(text, rateHz: playback.rateHz))
  }

  /// Falls silent; fails if the device was lost meanwhile.
  public func stop() throws(DeviceError) { try playback.stop() }
}
