// SPDX-License-Identifier: GPL-3.0-or-later

/// A recording of one sound, hit a few times.
public struct Lesson: Sendable {
  /// The player's name for the sound.
  public var label: String
  /// Mono, or the first of two microphones.
  public var samples: [Float]
  /// The second microphone, of the same length; nil if there is none, or if it is silent or a copy
  /// of the first.
  public var second: [Float]?
  /// Where its hits began, if something else sounds in it, too; nil if whatever is found is a hit.
  public var onsetFrames: [Int]?
  /// Its sample rate.
  public var sampleRateHz: Float
  /// The source for messages: a path, or "the microphone".
  public var source: String

  /// A recording of one sound.
  public init(
    label: String, samples: [Float], second: [Float]? = nil, onsetFrames: [Int]? = nil,
    sampleRateHz: Float, source: String
  ) {
    self.label = label
    self.samples = samples
    self.second = second == samples || second?.allSatisfy { $0 == 0 } ?? true ? nil : second
    self.onsetFrames = onsetFrames
    self.sampleRateHz = sampleRateHz
    self.source = source
  }
}
