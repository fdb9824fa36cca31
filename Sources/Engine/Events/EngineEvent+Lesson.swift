// SPDX-License-Identifier: GPL-3.0-or-later
import Profiles

extension EngineEvent {
  /// How a lesson stands: what is asked for now, and what was heard of it. Each says all that holds from it on.
  public struct Lesson: Codable, Sendable, Equatable {
    /// What is asked for, what was heard, or how it ended.
    public enum Step: String, Codable, Sendable {
      /// It begins.
      case begun
      /// Be quiet: the room is measured.
      case quiet
      /// What the room was found to be.
      case background
      /// Hit hard, for the level.
      case hard
      /// How hard hits come in.
      case level
      /// Get ready.
      case countIn
      /// Hit the sound now.
      case tap
      /// A hit was heard.
      case heard
      /// The sound was taught.
      case taught
      /// Too few hits were heard.
      case nothingHeard
      /// It is over; broken off unless the sound was taught.
      case ended
    }

    /// Where it stands.
    public internal(set) var step = Step.begun
    /// The sound that is taught.
    public let sound: String
    /// What the sound plays, as a ``PadRule``; nil for what is found out at its end.
    public let pad: String?
    /// The playing waits until it is over; otherwise hits teach and play.
    public let isHolding: Bool
    /// How hits are asked for: "softly", "hard" or "freely".
    public internal(set) var manner: String?
    /// So many hits are asked for, in this manner; at the end so many taught the sound.
    public internal(set) var count: Int?
    /// So many of them were heard.
    public internal(set) var heard: Int?
    /// How long quiet is asked for, or the seconds that are left to get ready.
    public internal(set) var seconds: Int?
    /// The room, or the peak of what was heard, in dBFS.
    public internal(set) var decibels: Float?
    /// Of a level: "good", "soft", "muchTooSoft", "loud", "clipped" or "unheard".
    public internal(set) var verdict: String?

    /// A lesson of a sound that begins.
    public init(sound: String, pad: String?, isHolding: Bool) {
      (self.sound, self.pad, self.isHolding) = (sound, pad, isHolding)
    }

    /// The player is to hit the sound now.
    public var isAsking: Bool { [.hard, .tap, .heard].contains(step) }

    /// A step, at which nothing of the one before holds.
    func next(_ step: Step) -> Lesson {
      var next = Lesson(sound: sound, pad: pad, isHolding: isHolding)
      next.step = step
      return next
    }

    /// It asks for `count` hits in a manner.
    func asking(_ manner: LiveLearner.Manner, count: Int) -> Lesson {
      var next = next(.tap)
      (next.manner, next.count, next.heard) = (manner.rawValue, count, 0)
      return next
    }

    /// It has heard so many hits of those that are asked for, the last with a peak.
    func hearing(_ heard: Int, peakDecibels: Float) -> Lesson {
      var next = self
      (next.step, next.heard, next.decibels) = (.heard, heard, peakDecibels)
      return next
    }

    /// The sound was taught by so many hits, the hardest with a peak.
    func taught(hits: Int, hardestDecibels: Float) -> Lesson {
      var next = next(.taught)
      (next.count, next.decibels) = (hits, hardestDecibels)
      return next
    }
  }
}
