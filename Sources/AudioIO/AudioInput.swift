// SPDX-License-Identifier: GPL-3.0-or-later

/// Mono sound in memory that stands in for a microphone.
public struct Take: Sendable {
  /// Samples at the rate that the loop runs at.
  public let samples: [Float]
  /// Begins anew at its end; otherwise silence follows.
  public let isLooped: Bool

  /// A take of `samples`, nominally -1…1.
  public init(samples: [Float], isLooped: Bool = false) {
    self.samples = samples
    self.isLooped = isLooped
  }
}

/// Where a loop gets its input from.
public enum AudioInput: Sendable {
  /// An ALSA PCM, by name.
  case capture(device: String)
  /// A sound in memory, in real time.
  case take(Take)
}

/// Where a loop's output goes.
public enum AudioOutput: Sendable {
  /// An ALSA PCM, by name.
  case playback(device: String)
  /// Nowhere: the handler keeps what it wants. Time is that of the input, or the system's clock.
  case clock
}
