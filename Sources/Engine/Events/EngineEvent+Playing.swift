// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Sequencing

extension EngineEvent {
  /// A note from outside the microphone, as it was carried out.
  public struct Note: Codable, Sendable, Equatable {
    /// The same in each event of the note.
    public let id: HitIdentity
    /// Where it comes from.
    public let source: HitSource
    /// The action.
    public let action: PlayedNote.Action
    /// The pad's name for players; nil for the end of a note.
    public let pad: String?
    /// The pad by its place in the kit; nil for the end of a note.
    public let place: Int?
    /// The General MIDI percussion note nearest to the pad; nil if there is none.
    public let midiNote: Int?
    /// The key at which it is played, a MIDI note and parts of it; missing where that is the pad's
    /// own.
    public let key: Float?
    /// 0...1; 0 where it strikes nothing.
    public let velocity: Float
    /// The output frame at which its first sample leaves the instrument, or at which it begins to
    /// fade.
    public let startFrame: Int
    /// The next output frame when the note arrived.
    public let askedFrame: Int
    /// The number of the object of a score that plays it, from 1; missing for none.
    public let object: Int?
    /// How loud that object was when it began, linear; missing for 1.
    public let objectGain: Float?

    /// A note that was carried out.
    public init(
      id: HitIdentity, action: PlayedNote.Action, pad: String?, place: Int? = nil,
      midiNote: Int? = nil, key: Float? = nil, velocity: Float, startFrame: Int, askedFrame: Int,
      of object: NoteObject = .none
    ) {
      (self.id, source, self.action) = (id, id.source, action)
      (self.pad, self.place, self.midiNote, self.key) = (pad, place, midiNote, key)
      (self.velocity, self.startFrame, self.askedFrame) = (velocity, startFrame, askedFrame)
      (self.object, objectGain) = (object.kept.number, object.kept.gain)
    }

    /// The object that plays it.
    public var noteObject: NoteObject { NoteObject(number: object, gain: objectGain) }
  }

  /// Why playing has ended.
  public struct Ended: Codable, Sendable, Equatable {
    /// The message of a lost device; nil if the end was asked for, or the take was over.
    public let reason: String?

    /// An end.
    public init(reason: String? = nil) { self.reason = reason }
  }

  /// The load of playing.
  public struct Load: Codable, Sendable, Equatable {
    /// An xrun is near.
    public struct Danger: Codable, Sendable, Equatable {
      /// The cause.
      public let cause: Xrun.Cause
      /// The longest of our own work in 999 of 1000 blocks, in milliseconds.
      public let workMilliseconds: Double
      /// How long the system keeps us waiting in as many blocks, in milliseconds.
      public let heldUpMilliseconds: Double
    }

    /// Shares of the period that the recent blocks took: half of them took at most this …
    public let medianShare: Double
    /// … and the longest.
    public let worstShare: Double
    /// How late the audio thread may be before it is an xrun, in milliseconds.
    public let slackMilliseconds: Double
    /// An xrun is near; nil while there is enough time.
    public let danger: Danger?
  }

  /// The delay from tap to drum.
  public struct Delay: Codable, Sendable, Equatable {
    /// From the tap to the drum, in milliseconds: of the last hits, or the expected delay before
    /// there are any; nil if drums seem to begin before their taps.
    public let milliseconds: Double?
    /// The budget, in milliseconds.
    public let budgetMilliseconds: Double
    /// The day on which the devices' own part was measured; nil if it was not measured, and so is
    /// not included.
    public let deviceMeasuredOn: String?
  }

  /// The echo path.
  public struct Echo: Codable, Sendable, Equatable {
    /// The drums return to the microphone.
    public let isReturning: Bool
    /// Noise drowned the sweep: the result is unknown.
    public let isDrowned: Bool
    /// Level of the return relative to the output, in decibels.
    public let gainDecibels: Float
    /// The delay of the return.
    public let delayFrames: Int
    /// Returns below this cannot be heard, in decibels.
    public let faintestDecibels: Float

    /// The result of a sweep.
    public init(_ path: EchoPath) {
      (isReturning, isDrowned) = (path.isReturning, path.isDrowned)
      func finite(_ decibels: Float) -> Float { decibels.isFinite ? decibels : -200 }
      (gainDecibels, delayFrames) = (finite(path.gainDecibels), path.delayFrames)
      faintestDecibels = finite(path.faintestDecibels)
    }
  }

  /// The backing, and what happened to it.
  public struct Backing: Codable, Sendable, Equatable {
    /// What happened to it.
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

    /// What happened to it.
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

  /// The player's tempo, from a frame on.
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

    /// The tempo from the frame on.
    public var played: PlayedTempo {
      var tempo = PlayedTempo()
      (tempo.beatsPerMinute, tempo.meter, tempo.isClicking) = (beatsPerMinute, meter, isClicking)
      return tempo
    }
  }

  /// Learning no longer fits: one sound has moved since it was taught, or all hits have.
  public struct Learning: Codable, Sendable, Equatable {
    /// The sound's name; missing for all of them.
    public let sound: String?
    /// True if most hits are far from every sound of the profile, so that the nearest one answers,
    /// or none; else missing.
    public let isFarFromProfile: Bool?

    /// A sound that has moved since it was taught.
    public init(sound: String) { (self.sound, isFarFromProfile) = (sound, nil) }

    private init() { (sound, isFarFromProfile) = (nil, true) }

    /// Another person plays, or the same one elsewhere.
    public static let farFromProfile = Learning()
  }

  /// The sounds in use.
  public struct Profile: Codable, Sendable, Equatable {
    /// As the player called it when it took over; missing for the first profile.
    public let name: String?
    /// Their names.
    public let sounds: [String]
    /// What each sound plays by the profile, as a ``PadRule``.
    public let pads: [String]
    /// What sounds play instead in single kits, by the names of the kits and the sounds; missing
    /// for none.
    public let padsInKits: [String: [String: String]]?
    /// The sounds are guessed, not taught.
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
