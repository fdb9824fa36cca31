// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// A person's sounds and the drums that answer them.
public struct Profile: Sendable {
  /// One sound that is told apart.
  public struct Sound: Sendable {
    /// As its person calls it.
    public let name: String
    /// The drum that answers.
    public let role: PadRole
  }

  /// In the order of the classifier's indices.
  public let sounds: [Sound]

  /// Low, middle and high sounds, for people who have taught nothing yet.
  public static let general = Profile(sounds: [
    Sound(name: "kick", role: .kick), Sound(name: "snare", role: .snare),
    Sound(name: "hihat-closed", role: .hihatClosed),
  ])

  /// Ears for this profile at a sample rate.
  public func hearing(sampleRateHz: Float) -> Hearing {
    Hearing(
      detector: OnsetDetector(sampleRateHz: sampleRateHz),
      classifier: Classifier(sampleRateHz: sampleRateHz), sampleRateHz: sampleRateHz)
  }
}
