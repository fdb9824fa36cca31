// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Sequencing

extension EngineEvent {
  /// A note that was not heard, as it was carried out.
  public struct Note: Codable, Sendable, Equatable {
    /// The same in each event of the note.
    public let id: HitIdentity
    /// Where it comes from.
    public let source: HitSource
    /// What was done.
    public let action: PlayedNote.Action
    /// The pad, as players call it; nil for the end of a note.
    public let pad: String?
    /// The pad by its place in the kit; nil for the end of a note.
    public let place: Int?
    /// The note of the General MIDI percussion map that is nearest to the pad; nil if there is none.
    public let midiNote: Int?
    /// 0...1; 0 where it strikes nothing.
    public let velocity: Float
    /// The output frame at which its first sample leaves the instrument, or at which it begins to fade.
    public let startFrame: Int
    /// The output frame that left the instrument next when it arrived there.
    public let askedFrame: Int

    /// A note that was carried out.
    public init(
      id: HitIdentity, action: PlayedNote.Action, pad: String?, place: Int? = nil,
      midiNote: Int? = nil, velocity: Float, startFrame: Int, askedFrame: Int
    ) {
      (self.id, source, self.action) = (id, id.source, action)
      (self.pad, self.place, self.midiNote) = (pad, place, midiNote)
      (self.velocity, self.startFrame, self.askedFrame) = (velocity, startFrame, askedFrame)
    }
  }

  /// Why playing has ended.
  public struct Ended: Codable, Sendable, Equatable {
    /// What a lost device said; nil if it was asked for, or the take was over.
    public let reason: String?

    /// An end.
    public init(reason: String? = nil) { self.reason = reason }
  }

  /// How much of its time playing takes.
  public struct Load: Codable, Sendable, Equatable {
    /// What is close to an xrun.
    public struct Danger: Codable, Sendable, Equatable {
      /// Whose time it is.
      public let cause: Xrun.Cause
      /// Our own work in 999 of 1000 blocks, at the most, in milliseconds.
      public let workMilliseconds: Double
      /// How long the system keeps us waiting in as many blocks, in milliseconds.
      public let heldUpMilliseconds: Double
    }

    /// Shares of the period that the recent blocks took: half of them no more than this …
    public let medianShare: Double
    /// … and the longest.
    public let worstShare: Double
    /// How late the audio thread may be before it is an xrun, in milliseconds.
    public let slackMilliseconds: Double
    /// What is close to an xrun; nil while there is time enough.
    public let danger: Danger?
  }

  /// Tap to drum.
  public struct Delay: Codable, Sendable, Equatable {
    /// From the tap to the drum, in milliseconds: of the last hits, or as it is expected before there are any; nil if
    /// drums seem to begin before their taps.
    public let milliseconds: Double?
    /// What it may take, in milliseconds.
    public let budgetMilliseconds: Double
    /// The day on which the devices' own part was measured; nil if it was not, and is not in it.
    public let deviceMeasuredOn: String?
  }

  /// How the drums return to the microphone.
  public struct Echo: Codable, Sendable, Equatable {
    /// They do.
    public let isReturning: Bool
    /// It was too noisy to tell.
    public let isDrowned: Bool
    /// Level of what returns, in decibels of what is played.
    public let gainDecibels: Float
    /// When it returns.
    public let delayFrames: Int
    /// What returns below this is not heard, in decibels.
    public let faintestDecibels: Float

    /// What a sweep found.
    public init(_ path: EchoPath) {
      (isReturning, isDrowned) = (path.isReturning, path.isDrowned)
      func finite(_ decibels: Float) -> Float { decibels.isFinite ? decibels : -200 }
      (gainDecibels, delayFrames) = (finite(path.gainDecibels), path.delayFrames)
      faintestDecibels = finite(path.faintestDecibels)
    }
  }

  /// What is played along, and what became of it.
  public struct Backing: Codable, Sendable, Equatable {
    /// What became of it.
    public enum Change: String, Codable, Sendable {
      /// It is ready to begin.
      case loaded
      /// It is played from its beginning.
      case begun
      /// It is over, or was ended.
      case ended
      /// See ``BackingChange/removed``.
      case removed
      /// See ``BackingChange/rewritten``.
      case rewritten
      /// See ``BackingChange/unreadable``.
      case unreadable

      init(_ change: BackingChange) {
        switch change {
        case .removed: self = .removed
        case .rewritten: self = .rewritten
        case .unreadable: self = .unreadable
        }
      }
    }

    /// What became of it.
    public let change: Change
    /// Its file; missing if that is known.
    public let path: String?
    /// The output frame from which it begins or fades; missing if it has none.
    public let frame: Int?

    /// A change.
    public init(_ change: Change, path: String? = nil, frame: Int? = nil) {
      (self.change, self.path, self.frame) = (change, path, frame)
    }
  }

  /// How fast the player wants to play, from a frame on.
  public struct Tempo: Codable, Sendable, Equatable {
    /// The output frame from which it holds.
    public let frame: Int
    /// Beats of the meter a minute.
    public let beatsPerMinute: Double
    /// How many beats a bar has.
    public let meter: Meter
    /// The metronome clicks.
    public let isClicking: Bool

    /// A tempo.
    public init(frame: Int, _ tempo: PlayedTempo) {
      (self.frame, beatsPerMinute) = (frame, tempo.beatsPerMinute)
      (meter, isClicking) = (tempo.meter, tempo.isClicking)
    }

    /// What holds from the frame on.
    public var played: PlayedTempo {
      var tempo = PlayedTempo()
      (tempo.beatsPerMinute, tempo.meter, tempo.isClicking) = (beatsPerMinute, meter, isClicking)
      return tempo
    }
  }

  /// What was learned fits no more: one sound has become strange, or all that is struck is.
  public struct Learning: Codable, Sendable, Equatable {
    /// Its name; missing if it is all of them.
    public let sound: String?
    /// True if most of what is struck is far from every sound of the profile, so that the nearest one answers, or none;
    /// else missing.
    public let isFarFromProfile: Bool?

    /// A sound that has become strange.
    public init(sound: String) { (self.sound, isFarFromProfile) = (sound, nil) }

    private init() { (sound, isFarFromProfile) = (nil, true) }

    /// Another person plays, or the same one elsewhere.
    public static let farFromProfile = Learning()
  }

  /// The sounds that are told apart.
  public struct Profile: Codable, Sendable, Equatable {
    /// As the player called it when it took over; missing for the one with which playing began.
    public let name: String?
    /// Their names.
    public let sounds: [String]
    /// What each plays as the profile says, as a ``PadRule``.
    public let pads: [String]
    /// What sounds play in its place in single kits, by the names of the kits and the sounds; missing for none.
    public let padsInKits: [String: [String: String]]?
    /// Nobody taught them: they are guessed.
    public let isGuess: Bool
    /// How early a drum answers.
    public internal(set) var certainty: Certainty
    /// How strength becomes velocity.
    public internal(set) var velocityCurve: VelocityCurve
    /// How they are heard.
    public let hearing: HearingControls

    /// Sounds and how they are heard.
    public init(
      name: String? = nil, sounds: [String], choices: [PadChoice] = [], isGuess: Bool,
      certainty: Certainty, velocityCurve: VelocityCurve, hearing: HearingControls
    ) {
      self.name = name
      (self.sounds, self.isGuess) = (sounds, isGuess)
      pads = choices.map { $0.text() }
      var inKits: [String: [String: String]] = [:]
      for (sound, choice) in zip(sounds, choices) {
        for (kit, rule) in choice.kitRules { inKits[kit, default: [:]][sound] = rule.description }
      }
      padsInKits = inKits.isEmpty ? nil : inKits
      (self.certainty, self.velocityCurve, self.hearing) = (certainty, velocityCurve, hearing)
    }
  }
}
