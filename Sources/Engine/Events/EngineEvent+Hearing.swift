// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

extension EngineEvent {
  /// What changes of how the player is heard, from a frame on.
  public struct Hearing: Codable, Sendable, Equatable {
    /// The input frame that is heard first with it.
    public internal(set) var frame: Int
    /// How weak a stroke may be, 0...100.
    public let sensitivity: Float?
    /// How readily a doubtful sound is taken for a stroke.
    public let strictness: Strictness?
    /// Hits teach their sounds.
    public let adapts: Bool?
    /// The sound whose threshold changes, or that is taught anew.
    public let sound: String?
    /// The threshold of the sound, in dBFS; missing for the one that the sensitivity sets.
    public let thresholdDecibels: Float?
    /// The next so many hits teach the sound; with 0 no more do.
    public let learnHits: Int?
    /// How early a drum answers.
    public let certainty: Certainty?
    /// How strength becomes velocity.
    public let velocityCurve: VelocityCurve?

    /// A change of how the player is heard; what does not change is nil.
    public init(
      frame: Int, sensitivity: Float? = nil, strictness: Strictness? = nil, adapts: Bool? = nil,
      sound: String? = nil, thresholdDecibels: Float? = nil, learnHits: Int? = nil,
      certainty: Certainty? = nil, velocityCurve: VelocityCurve? = nil
    ) {
      (self.frame, self.sensitivity, self.strictness) = (frame, sensitivity, strictness)
      (self.adapts, self.sound) = (adapts, sound)
      (self.thresholdDecibels, self.learnHits) = (thresholdDecibels, learnHits)
      (self.certainty, self.velocityCurve) = (certainty, velocityCurve)
    }
  }
}
