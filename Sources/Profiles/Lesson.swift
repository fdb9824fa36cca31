// SPDX-License-Identifier: GPL-3.0-or-later

/// A recording of one sound, hit a few times.
public struct Lesson: Sendable {
  /// What the player calls the sound.
  public var label: String
  /// Mono.
  public var samples: [Float]
  /// Its sample rate.
  public var sampleRateHz: Float
  /// Where it comes from, for messages: a path, or "the microphone".
  public var source: String

  /// A recording of one sound.
  public init(label: String, samples: [Float], sampleRateHz: Float, source: String) {
    self.label = label
    self.samples = samples
    self.sampleRateHz = sampleRateHz
    self.source = source
  }
}
