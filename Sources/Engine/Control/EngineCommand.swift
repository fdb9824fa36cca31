// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Notation

/// Everything that a player can ask of an ``Engine`` while it plays; as JSON one object a line, its kind as `"command"`.
///
/// Output frames count what leaves the instrument, input frames what it hears. A command without a frame takes place as soon
/// as it can.
public enum EngineCommand: Sendable, Equatable {
  /// Strikes a pad.
  case noteOn(NoteOn)
  /// Ends what a note has struck, as a hand on a cymbal does.
  case noteOff(NoteOff)
  /// Ends all that a pad sounds.
  case choke(Choke)
  /// Changes the strips of the drums that a name means.
  case strip(Strip)
  /// No drum is soloed any more.
  case endSolo
  /// Changes the gain of a bus.
  case bus(Bus)
  /// Changes the tempo, or turns the metronome on or off.
  case tempo(Tempo)
  /// Makes a track ready to be played along.
  case loadBacking(Backing)
  /// Plays the track that was loaded last along, from its beginning.
  case startBacking
  /// Ends the track that is played along.
  case stopBacking
  /// Changes how the player is heard.
  case hearing(Hearing)
  /// Lets a sound strike another pad.
  case soundPad(SoundPad)
  /// Sets a pad of a board, and keeps that.
  case trigger(Trigger)
  /// Tells the sounds of another profile apart.
  case profile(Profile)
  /// Loads another kit, which takes over when its first sounds are there.
  case kit(Kit)
  /// Opens the devices with another period.
  case period(Period)
  /// Begins to record what is played, beside anything that is recorded already.
  case record(Record)
  /// Ends what ``record(_:)`` began.
  case endRecording
  /// Begins to keep a session, from which all that is played from now on can be played again.
  case session(Session)
  /// Ends the session that is kept.
  case endSession
  /// Plays a sweep of two seconds, while everything else waits, and measures how the drums return to the microphone.
  case sweep
  /// Brings back what was before the last change that any front end asked for without a frame: of the mix, the tempo, the
  /// hearing, a sound's pad, how a board's pad is set, the profile or the kit. Asked again, it undoes the change before.
  case undo
  /// Ends the playing.
  case quit

  /// A stroke of a pad that was not heard.
  public struct NoteOn: Codable, Sendable, Equatable {
    /// A pad by its role, name or MIDI note; the first that the name means.
    public var pad: String
    /// How hard, 0...1.
    public var velocity: Float
    /// Where it comes from; never the microphone.
    public var source: HitSource
    /// By which it is known, unlike any other of its ``source``, its number below 2³³; nil for one that the engine gives.
    public var id: HitIdentity?
    /// The output frame at which it begins, at most ten seconds ahead; nil for at once, which also a frame that is past means.
    public var frame: Int?

    /// A stroke.
    public init(
      pad: String, velocity: Float, source: HitSource = .key, id: HitIdentity? = nil,
      frame: Int? = nil
    ) {
      (self.pad, self.velocity, self.source) = (pad, velocity, source)
      (self.id, self.frame) = (id, frame)
    }

    /// Reads a stroke; without a source it is of a key.
    public init(from decoder: Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      pad = try container.decode(String.self, forKey: .pad)
      velocity = try container.decode(Float.self, forKey: .velocity)
      source = try container.decodeIfPresent(HitSource.self, forKey: .source) ?? .key
      id = try container.decodeIfPresent(HitIdentity.self, forKey: .id)
      frame = try container.decodeIfPresent(Int.self, forKey: .frame)
    }
  }

  /// The end of a note.
  public struct NoteOff: Codable, Sendable, Equatable {
    /// Of which.
    public var id: HitIdentity
    /// The output frame; nil for at once.
    public var frame: Int?

    /// The end of a note.
    public init(id: HitIdentity, frame: Int? = nil) { (self.id, self.frame) = (id, frame) }
  }

  /// The end of all that a pad sounds.
  public struct Choke: Codable, Sendable, Equatable {
    /// As in ``NoteOn/pad``; all pads that the name means.
    public var pad: String
    /// Where it comes from; nil for a key.
    public var source: HitSource?
    /// The output frame; nil for at once.
    public var frame: Int?

    /// The end of a pad's sounds.
    public init(pad: String, source: HitSource? = nil, frame: Int? = nil) {
      (self.pad, self.source, self.frame) = (pad, source, frame)
    }
  }

  /// What changes of the strips of the drums that a name means.
  public typealias Strip = StripChange

  /// The gain of a bus.
  public struct Bus: Codable, Sendable, Equatable {
    /// Which.
    public var bus: MixBus
    /// Linear, 0...16; 0 for silence.
    public var gain: Float

    /// A gain.
    public init(_ bus: MixBus, gain: Float) { (self.bus, self.gain) = (bus, gain) }
  }

  /// One change of how the player is heard; what does not change is nil.
  public struct Hearing: Codable, Sendable, Equatable {
    /// How weak a stroke may be, 0...100.
    public var sensitivity: Float?
    /// How readily a doubtful sound is taken for a stroke.
    public var strictness: Strictness?
    /// Hits teach their sounds.
    public var adapts: Bool?
    /// The sound of the profile whose threshold changes, or that is taught anew.
    public var sound: String?
    /// The threshold of ``sound`` in dBFS, -90...0; nil for the one that the sensitivity sets.
    public var thresholdDecibels: Float?
    /// The next so many hits teach ``sound``, 0...100, with 0 no more; nil where its threshold changes.
    public var learnHits: Int?
    /// How early a drum answers.
    public var certainty: Certainty?
    /// How strength becomes velocity.
    public var velocityCurve: VelocityCurve?

    /// A change; exactly one of sensitivity, strictness, adapts, sound, certainty and velocityCurve.
    public init(
      sensitivity: Float? = nil, strictness: Strictness? = nil, adapts: Bool? = nil,
      sound: String? = nil, thresholdDecibels: Float? = nil, learnHits: Int? = nil,
      certainty: Certainty? = nil, velocityCurve: VelocityCurve? = nil
    ) {
      (self.sensitivity, self.strictness, self.adapts) = (sensitivity, strictness, adapts)
      (self.sound, self.thresholdDecibels) = (sound, thresholdDecibels)
      self.learnHits = learnHits
      (self.certainty, self.velocityCurve) = (certainty, velocityCurve)
    }
  }

  /// A sound that strikes another pad.
  public struct SoundPad: Codable, Sendable, Equatable {
    /// A sound of the profile.
    public var sound: String
    /// A ``PadRule``, each pad by its role, name or MIDI note: the first that the name means in the kit that plays. Other
    /// kits answer with their pads of these names, else with the drum of the sound's role. Nil for what the profile says.
    public var pad: String?

    /// A sound and what it plays.
    public init(sound: String, pad: String?) { (self.sound, self.pad) = (sound, pad) }
  }

  /// How fast to play; what does not change is nil.
  public struct Tempo: Codable, Sendable, Equatable {
    /// Beats of the meter a minute, 20...400.
    public var beatsPerMinute: Double?
    /// "3/4": how many beats a bar has.
    public var meter: Meter?
    /// The metronome clicks.
    public var isClicking: Bool?

    /// A change of the tempo.
    public init(beatsPerMinute: Double? = nil, meter: Meter? = nil, isClicking: Bool? = nil) {
      (self.beatsPerMinute, self.meter) = (beatsPerMinute, meter)
      self.isClicking = isClicking
    }
  }

  /// A track to be played along.
  public struct Backing: Codable, Sendable, Equatable {
    /// A sound file by its name.
    public var path: String
    /// -60...12; nil for 0.
    public var gainDecibels: Float?
    /// It begins anew at its end; nil for not.
    public var isLooped: Bool?
    /// Clicks before it, 1...8 bars at 20...400 beats a minute; nil for none.
    public var countIn: CountIn?

    /// A track.
    public init(
      path: String, gainDecibels: Float? = nil, isLooped: Bool? = nil, countIn: CountIn? = nil
    ) {
      (self.path, self.gainDecibels) = (path, gainDecibels)
      (self.isLooped, self.countIn) = (isLooped, countIn)
    }
  }

  /// Another profile.
  public struct Profile: Codable, Sendable, Equatable {
    /// A profile's name or path; "general" for the built-in guess.
    public var name: String
    /// It is read from its file even where it is played with: what it learned since then is forgotten. Nil for not.
    public var isReadAnew: Bool?

    /// A profile.
    public init(name: String, isReadAnew: Bool? = nil) {
      (self.name, self.isReadAnew) = (name, isReadAnew)
    }
  }

  /// Another kit.
  public struct Kit: Codable, Sendable, Equatable {
    /// A kit's name or path.
    public var name: String

    /// A kit.
    public init(name: String) { self.name = name }
  }

  /// Another period.
  public struct Period: Codable, Sendable, Equatable {
    /// See ``AudioIO/StreamSettings/devicePeriodsFrames``.
    public var frames: Int

    /// A period.
    public init(frames: Int) { self.frames = frames }
  }

  /// A session.
  public struct Session: Codable, Sendable, Equatable {
    /// The folder in which its own folder is made; nil for the usual one.
    public var folder: String?

    /// A session.
    public init(folder: String? = nil) { self.folder = folder }
  }

  /// A recording.
  public struct Record: Codable, Sendable, Equatable {
    /// A WAV, FLAC or OGG file by its name, which does not exist.
    public var path: String

    /// A recording.
    public init(path: String) { self.path = path }
  }
}
