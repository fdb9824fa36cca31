// SPDX-License-Identifier: GPL-3.0-or-later
import SoundFiles

/// The input of a loop.
public enum AudioInput: Sendable {
  /// An ALSA PCM, by name.
  case capture(device: String)
  /// A take in real time, at the wanted rate; repeated, or followed by silence.
  case take(TakeStream)

  /// Nothing is heard.
  public static var silence: AudioInput { .take(TakeStream([], isLooped: false)) }
}

/// The output of a loop.
public enum AudioOutput: Sendable {
  /// An ALSA PCM, by name.
  case playback(device: String)
  /// Nowhere: the handler keeps the sound itself. The input keeps the time, or else the system's
  /// clock.
  case clock
}
