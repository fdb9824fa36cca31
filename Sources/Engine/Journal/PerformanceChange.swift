// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Kits
import Profiles
import Sequencing

/// What a player changed while playing, as one line of a session's `changes.jsonl`: the drums, the mixer from an output
/// frame on, the ears or the profile from an input frame on, or a note that was struck. In their order they lead to the
/// same drums, mixer and ears again.
public struct PerformanceChange: Codable, Sendable, Equatable {
  /// A kit, or a part of it, that took over.
  public struct KitPart: Codable, Sendable, Hashable {
    /// As people call it.
    public let name: String
    /// Where it lay.
    public let path: String
    /// How much of it.
    public let detail: KitDetail
    /// Names of the roles for which a part was loaded; missing for those of the profile with which playing began.
    public let roles: [String]?
    /// What the sounds of these roles played, as a ``PadRule``; missing for their roles, or for what the profile with which
    /// playing began plays.
    public let pads: [String]?
    /// True for what comes of the kit with which playing began, as the player has it otherwise; missing for others.
    public let isAdjusted: Bool?
    /// How loud another kit is played beside it; missing for as its makers left it.
    public let gain: KitGain?
    /// The gain of a part, in decibels; missing for what it asks for itself.
    public let gainDecibels: Float?

    /// As much of a kit as `detail` says.
    public init(
      name: String, path: String, detail: KitDetail, roles: [String]? = nil,
      pads: [String]? = nil, isAdjusted: Bool? = nil, gain: KitGain? = nil,
      gainDecibels: Float? = nil
    ) {
      (self.name, self.path, self.detail) = (name, path, detail)
      (self.roles, self.pads) = (roles, pads)
      (self.isAdjusted, self.gain, self.gainDecibels) = (isAdjusted, gain, gainDecibels)
    }

    /// What was struck of it; nil for what the profile with which playing began strikes.
    public var choices: [PadChoice]? {
      guard let roles = roles?.map({ PadRole(name: $0) ?? .other }) else { return nil }
      guard let pads, pads.count == roles.count else { return roles.map { PadChoice($0) } }
      return zip(roles, pads).map { PadChoice($0, named: $1) }
    }
  }

  /// A profile whose sounds are told apart from an input frame on.
  public struct Profile: Codable, Sendable, Equatable {
    /// The input frame that is heard first with it.
    public let frame: Int
    /// The session keeps it as `profile-NUMBER.json`, from 2 on; missing for the built-in guess.
    public let number: Int?
    /// As the player called it; missing where it has no name.
    public let name: String?
    /// Its sounds, in its order.
    public let sounds: [Sound]

    /// A sound and its drum.
    public struct Sound: Codable, Sendable, Equatable {
      /// As its person calls it.
      public let name: String
      /// Name of the drum's role.
      public let role: String
      /// What it plays, as a ``PadRule``; missing for the drum of the role.
      public let pad: String?
      /// What it plays in single kits, by their names; missing for none.
      public let padInKit: [String: String]?

      /// What it plays.
      var choice: PadChoice {
        PadChoice(
          PadRole(name: role) ?? .other, rule: pad.map(PadRule.init(kept:)),
          kitRules: (padInKit ?? [:]).mapValues(PadRule.init(kept:)))
      }
    }

    init(frame: Int, number: Int?, name: String?, of profile: Profiles.Profile) {
      (self.frame, self.number, self.name) = (frame, number, name)
      sounds = profile.sounds.map {
        let inKits = $0.choice.kitRules.mapValues(\.description)
        return Sound(
          name: $0.name, role: $0.role.name, pad: $0.choice.rule?.description,
          padInKit: inKits.isEmpty ? nil : inKits)
      }
    }
  }

  /// How the drums return, measured anew while playing waited.
  public struct Echo: Codable, Equatable, Sendable {
    /// The input frame that is heard next.
    public let inputFrame: Int
    /// The output frame that is played next.
    public let outputFrame: Int
    /// What was found.
    public let path: EchoPath
  }

  /// A sound, and what it plays in place of what it played before.
  public struct SoundPad: Codable, Sendable, Equatable {
    /// Name of the sound.
    public let sound: String
    /// As a ``PadRule``; missing for what it was learned to play.
    public let pad: String?
  }

  /// What a change of the mixer is.
  public struct Mix: Codable, Sendable, Equatable {
    /// The output frame from which it is heard.
    public let frame: Int
    /// A drum's strip; null where it is something else.
    public var strip: StripChange?
    /// A bus; null where it is something else.
    public var bus: BusChange?
    /// A slot of a bus's rack; null where it is something else.
    public var slot: SlotChange?
    /// A track that is played along from here on, from its beginning; null where it is something else.
    public var backing: PlayedBacking?
    /// The track that was played along has ended; null where it is something else.
    public var endsBacking: Bool?
    /// The tempo, and whether it is clicked; null where it is something else.
    public var tempo: PlayedTempo?
    /// A sound that strikes another pad; null where it is something else.
    public var soundPad: SoundPad?

    /// The end of all solos, unless more is said.
    package init(frame: Int) { self.frame = frame }
  }

  /// Null where something else changed.
  public let kit: KitPart?
  /// Null where something else changed.
  public let mix: Mix?
  /// Null where something else changed.
  public let hearing: Hearing?
  /// A note from outside, as it was carried out; null where something else changed.
  public let note: EngineEvent.Note?

  /// Null where something else changed.
  public let profile: Profile?
  /// Null where something else changed.
  public let echo: Echo?

  private init(
    kit: KitPart? = nil, mix: Mix? = nil, hearing: Hearing? = nil, note: EngineEvent.Note? = nil,
    profile: Profile? = nil, echo: Echo? = nil
  ) {
    (self.kit, self.mix, self.hearing, self.note) = (kit, mix, hearing, note)
    (self.profile, self.echo) = (profile, echo)
  }

  package init(_ kit: KitPart) { self.init(kit: kit) }
  package init(_ mix: Mix) { self.init(mix: mix) }
  package init(_ hearing: Hearing) { self.init(hearing: hearing) }
  package init(_ note: EngineEvent.Note) { self.init(note: note) }
  package init(_ profile: Profile) { self.init(profile: profile) }
  package init(_ echo: Echo) { self.init(echo: echo) }
}
