// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// Everything that happens while Flam plays; as JSON one object a line, its kind as `"event"`.
///
/// Frames of hits, devices and xruns are input frames, those of the mix are output frames. What is not known is left out.
public enum EngineEvent: Sendable, Equatable {
  /// `hit.begun`, `hit.revised`, `hit.settled`, `hit.withdrawn`, `hit.refused`.
  case hit(HitNews)
  /// A note that was not heard has been struck, ended or choked.
  case note(Note)
  /// Playing begins.
  case started
  /// Playing has ended.
  case ended(Ended)
  /// A buffer ran full or dry.
  case xrun(Xrun)
  /// How much of its time playing takes; once a second.
  case load(Load)
  /// What is heard and played on.
  case devices(Devices)
  /// A device has gone, is back, or plays otherwise.
  case device(Device)
  /// The sounds that are told apart, and how they are heard.
  case profile(Profile)
  /// A kit is being loaded.
  case kitLoading(KitLoading)
  /// Other drums took over: those that begin, a part of a kit, or all of it.
  case kit(Kit)
  /// All of a kit is there.
  case kitLoaded(KitLoaded)
  /// A kit cannot be loaded; the one before plays on.
  case kitFailed(KitFailed)
  /// Tap to drum, as far as it is known, and what it may take.
  case delay(Delay)
  /// How the drums return to the microphone, as a sweep found it.
  case echo(Echo)
  /// What is played along was changed.
  case backing(Backing)
  /// The tempo was changed, or the metronome.
  case tempo(Tempo)
  /// A lesson begins, asks for something, has heard something, or is over.
  case lesson(Lesson)
  /// The last hits of a sound left it unsure, or were far from every sound.
  case learning(Learning)
  /// The mixer was changed.
  case mix(Mix)
  /// A sound strikes another pad.
  case soundPad(SoundPad)
  /// How the player is heard was changed.
  case hearing(Hearing)
  /// Where the meters stand.
  case meters(Meters)
  /// A recording begins, is in trouble, or is closed.
  case recording(Kept)
  /// A session begins, is in trouble, or is closed.
  case session(Kept)
  /// A command that waited for its frame could not be carried out.
  case failed(Failed)
  /// A device or program that plays along has come or gone.
  case port(Port)
  /// The subscriber that prints them was too slow: so many events before the next line are missing.
  case lost(Lost)

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

  /// News of what is kept on disk.
  public struct Kept: Codable, Sendable, Equatable {
    /// What became of it.
    public enum State: String, Codable, Sendable { case begun, trouble, closed }

    /// What became of it.
    public let state: State
    /// Where it lies.
    public let path: String?
    /// What is wrong with it, or what it is good for.
    public let detail: String?

    /// News of what is kept.
    public init(_ state: State, path: String? = nil, detail: String? = nil) {
      (self.state, self.path, self.detail) = (state, path, detail)
    }
  }

  /// A command that could no longer be carried out when its frame came.
  public struct Failed: Codable, Sendable, Equatable {
    /// ``EngineCommand/name``.
    public let command: String
    /// The output frame that it was asked for.
    public let frame: Int
    /// Why.
    public let reason: String
    /// What to do.
    public let advice: String

    /// What an error says of a command.
    init(_ command: EngineCommand, atFrame frame: Int, _ error: EngineError) {
      (self.command, self.frame) = (command.name, frame)
      (reason, advice) = (error.reason, error.advice)
    }
  }

  /// Events that were not received.
  public struct Lost: Codable, Sendable, Equatable {
    /// How many.
    public let count: Int

    /// So many events.
    public init(count: Int) { self.count = count }
  }

  /// It tells that a hit is settled.
  public var isSettledHit: Bool {
    guard case .hit(let news) = self else { return false }
    return news.turn == .settled
  }

  /// The same event, its input frames counted at `takeRateHz`: for a take that was converted to be heard at `heardRateHz`.
  public func counted(atHz takeRateHz: Int, heardAtHz heardRateHz: Int) -> EngineEvent {
    func counted(_ frame: Int) -> Int { (frame * takeRateHz + heardRateHz / 2) / heardRateHz }
    switch self {
    case .hit(var news):
      news.frame = counted(news.frame)
      news.onsetFrame = counted(news.onsetFrame)
      return .hit(news)
    case .xrun(var xrun):
      xrun.frame = counted(xrun.frame)
      return .xrun(xrun)
    case .hearing(var hearing):
      hearing.frame = counted(hearing.frame)
      return .hearing(hearing)
    default: return self
    }
  }
}
