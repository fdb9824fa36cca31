// SPDX-License-Identifier: GPL-3.0-or-later
import Profiles

extension EngineEvent {
  /// The state of a lesson: its current request, and what was heard. Each event holds the full
  /// state.
  public struct Lesson: Codable, Sendable, Equatable {
    /// The request, what was heard, or the end.
    public enum Step: String, Codable, Sendable {
      /// It begins.
      case begun
      /// Be quiet: the room is measured.
      case quiet
      /// The measured noise of the room.
      case background
      /// Hit hard, for the level.
      case hard
      /// The level of the hits.
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
      /// The end; broken off unless the sound was taught.
      case ended
    }

    /// The current step.
    public internal(set) var step = Step.begun
    /// The sound that is taught.
    public let sound: String
    /// What the sound plays, as a ``PadRule``; nil if its end decides that.
    public let pad: String?
    /// The playing waits until it is over; otherwise hits teach and play.
    public let isHolding: Bool
    /// How to hit: "softly", "hard" or "freely".
    public internal(set) var manner: String?
    /// The number of hits asked for, in this manner; at the end, the hits that taught the sound.
    public internal(set) var count: Int?
    /// The number of them heard so far.
    public internal(set) var heard: Int?
    /// How long to be quiet, or the seconds left to get ready.
    public internal(set) var seconds: Int?
    /// The level of the room, or the peak of the hits, in dBFS.
    public internal(set) var decibels: Float?
    /// The verdict on a level: "good", "soft", "muchTooSoft", "loud", "clipped" or "unheard".
    public internal(set) var verdict: String?

    /// A lesson of a sound that begins.
    public init(sound: String, pad: String?, isHolding: Bool) {
      (self.sound, self.pad, self.isHolding) = (sound, pad, isHolding)
    }

    /// The player should hit the sound now.
    public var isAsking: Bool { [.hard, .tap, .heard].contains(step) }

    /// A step, without the values of the step before.
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

    /// It has heard this many of the hits asked for; the last one had this peak.
    func hearing(_ heard: Int, peakDecibels: Float) -> Lesson {
      var next = self
      (next.step, next.heard, next.decibels) = (.heard, heard, peakDecibels)
      return next
    }

    /// The sound was taught by this many hits; the hardest had this peak.
    func taught(hits: Int, hardestDecibels: Float) -> Lesson {
      var next = next(.taught)
      (next.count, next.decibels) = (hits, hardestDecibels)
      return next
    }
  }
}
