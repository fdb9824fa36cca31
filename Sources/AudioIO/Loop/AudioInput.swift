// SPDX-License-Identifier: GPL-3.0-or-later
import SoundFiles

/// Where a loop gets its input from.
public enum AudioInput: Sendable {
  /// An ALSA PCM, by name.
  case capture(device: String)
  /// A take in real time, at the rate asked for; looped or followed by silence.
  case take(TakeStream)
}

/// Where a loop's output goes.
public enum AudioOutput: Sendable {
  /// An ALSA PCM, by name.
  case playback(device: String)
  /// Nowhere: the handler keeps what it wants. Time is that of the input, or the system's clock.
  case clock
}
