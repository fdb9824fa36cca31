// SPDX-License-Identifier: GPL-3.0-or-later

/// A recording of one sound, hit a few times.
public struct Lesson: Sendable {
  /// What the player calls the sound.
  public var label: String
  /// Mono, or what the first of two microphones heard.
  public var samples: [Float]
  /// What the second microphone heard, as long; nil if there was none, it is a copy of the first, or silent.
  public var second: [Float]?
  /// Its sample rate.
  public var sampleRateHz: Float
  /// Where it comes from, for messages: a path, or "the microphone".
  public var source: String

  /// A recording of one sound.
  public init(
    label: String, samples: [Float], second: [Float]? = nil, sampleRateHz: Float, source: String
  ) {
    self.label = label
    self.samples = samples
    self.second = second == samples || second?.allSatisfy { $0 == 0 } ?? true ? nil : second
    self.sampleRateHz = sampleRateHz
    self.source = source
  }
}
