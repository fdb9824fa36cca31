// SPDX-License-Identifier: GPL-3.0-or-later
import AudioIO
import Profiles

/// Whom a lesson teaches, and what is said.
extension LiveLesson {
  /// It ended before everything was taught.
  public enum BrokenOff: Error {
    /// The player ended it.
    case asked
    /// No hit was heard at all.
    case nothingHeard
    /// Too few hits of a sound were heard, in this many attempts.
    case tooFewHits(label: String, attempts: Int)
    /// The microphone, or a control of its card, failed.
    case device(DeviceError)
  }

  /// A message to the player.
  public enum Message {
    /// The lesson begins.
    case begins
    /// A step of the lesson: a request, or what was heard.
    case step(LiveLearner.Event)
    /// The room's noise.
    case background(Background, CaptureState)
    /// The level of the hits.
    case level(WorkingLevel, Background, CaptureState)
    /// A control that could improve the level, by this many decibels.
    case proposal([CaptureChange], gainDecibels: Float, CaptureState)
    /// A control was turned to improve the level.
    case turned(CaptureChange, CaptureState)
    /// Hard hits are asked for once more.
    case again
    /// The microphone's state changed.
    case device(EngineEvent.Device)
    /// Everything was taught: this many sounds in this many seconds of input.
    case ends(sounds: Int, seconds: Double)
  }

  /// The controls of the microphone's card.
  public struct CaptureState {
    /// Their values; empty if ALSA knows none, or the card is missing.
    public let controls: [CaptureControl]
    /// The option that names the card to amixer: "-c PCH".
    public let cardOption: String
    /// The card's channels that are heard.
    public let heardChannels: InputChannels
    /// How loud each channel was.
    public let channelPeaks: ChannelPeaks
  }

  /// The person who is taught.
  public struct Player {
    /// Waits for this many milliseconds; true if the lesson shall end.
    public var waits: (_ milliseconds: Int) -> Bool
    /// True if the player has answered since the last call.
    public var hasAnswered: () -> Bool
    /// Receives each message.
    public var hears: (Message) -> Void
    /// Receives the same to speak it; nil for silence.
    public var voice: (any LessonSpeech)?

    /// A player.
    public init(
      waits: @escaping (_ milliseconds: Int) -> Bool, hasAnswered: @escaping () -> Bool,
      hears: @escaping (Message) -> Void, voice: (any LessonSpeech)? = nil
    ) {
      (self.waits, self.hasAnswered) = (waits, hasAnswered)
      (self.hears, self.voice) = (hears, voice)
    }
  }
}
