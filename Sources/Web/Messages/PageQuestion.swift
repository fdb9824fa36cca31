// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Sessions

/// A question of a page.
enum PageQuestion: Decodable {
  /// Kits and profiles.
  case choices
  /// The response of the filters in the rack of a bus, in decibels, at the frequencies of ``FilterCurve``.
  case curve(String)
  /// Puts a preset's effects in place of those on its buses; keeps all effects as a preset.
  case usePreset(String)
  case keepPreset(String)
  /// How the output sounds now.
  case spectrum
  /// What is in a kit, and how it sounds.
  case kit(String)
  case hearKit(String)
  /// Which pads a kit of the player's own sounds has; the sounds of one; one to be heard; a change, and the way back.
  case ownKit(String)
  case ownPad(PageOwnSound)
  case hearOwn(PageOwnSound)
  case changeOwn(PageSoundChange)
  case undoOwn(String)
  /// Makes a kit of the new sounds that this page has taught.
  case makeOwn(String)
  /// How well Flam distinguishes the sounds of the present profile.
  case profile
  /// Begins and ends a lesson for a new sound.
  case teach(SoundTeacher.Sound)
  case endLesson
  /// Lists the new sounds, alone or with those of the present profile; forgets one of them; saves them as a new profile or,
  /// without a name, in the present one.
  case draft(isBeside: Bool)
  case forget(String)
  case keepProfile(String?)
  /// The delay from tap to drum over the last hits; nil for the default number.
  case delay(hits: Int?)
  /// The checks of the machine.
  case doctor
  /// The list of sessions.
  case sessions
  /// Sessions, recordings, and what is in the bin.
  case shelf
  /// Plays a recording, or saves it where the browser is.
  case hearRecording(String)
  case fetchRecording(String)
  /// Renames a session or a recording, moves it to the bin, and back.
  case rename(ShelfItem, String)
  case discard(ShelfItem)
  case restore(ShelfItem)
  /// Changes for the next question about a session, if one message cannot hold all.
  case changes([HitChange])
  /// Opens a session, plays it, saves it with changes, or exports it.
  case session(PageTable)
  case hear(PageTable)
  case keep(PageTable)
  case export(PageTable, PageExport)

  private enum Kind: String, Decodable {
    case choices, curve, usePreset, keepPreset, spectrum, kit, hearKit
    case ownKit, ownPad, hearOwn, changeOwn, undoOwn, makeOwn
    case profile, teach, endLesson, draft, forget, keepProfile, delay,
      doctor, sessions, shelf, hearRecording, fetchRecording, rename, discard, restore,
      changes, session, hear, keep,
      export
  }
  private enum Key: String, CodingKey { case ask, name, format, changes, isBeside, hits, to }

  /// Reads a question.
  init(from decoder: Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    switch try container.decode(Kind.self, forKey: .ask) {
    case .choices: self = .choices
    case .curve: self = .curve(try container.decode(String.self, forKey: .name))
    case .usePreset: self = .usePreset(try container.decode(String.self, forKey: .name))
    case .keepPreset: self = .keepPreset(try container.decode(String.self, forKey: .name))
    case .spectrum: self = .spectrum
    case .kit: self = .kit(try container.decode(String.self, forKey: .name))
    case .hearKit: self = .hearKit(try container.decode(String.self, forKey: .name))
    case .ownKit: self = .ownKit(try container.decode(String.self, forKey: .name))
    case .ownPad: self = .ownPad(try PageOwnSound(from: decoder))
    case .hearOwn: self = .hearOwn(try PageOwnSound(from: decoder))
    case .changeOwn: self = .changeOwn(try PageSoundChange(from: decoder))
    case .undoOwn: self = .undoOwn(try container.decode(String.self, forKey: .name))
    case .makeOwn: self = .makeOwn(try container.decode(String.self, forKey: .name))
    case .profile: self = .profile
    case .teach: self = .teach(try SoundTeacher.Sound(from: decoder))
    case .endLesson: self = .endLesson
    case .draft: self = .draft(isBeside: try container.decode(Bool.self, forKey: .isBeside))
    case .forget: self = .forget(try container.decode(String.self, forKey: .name))
    case .keepProfile:
      self = .keepProfile(try container.decodeIfPresent(String.self, forKey: .name))
    case .delay: self = .delay(hits: try container.decodeIfPresent(Int.self, forKey: .hits))
    case .doctor: self = .doctor
    case .sessions: self = .sessions
    case .shelf: self = .shelf
    case .hearRecording: self = .hearRecording(try container.decode(String.self, forKey: .name))
    case .fetchRecording:
      self = .fetchRecording(try container.decode(String.self, forKey: .name))
    case .rename:
      self = .rename(
        try ShelfItem(from: decoder), try container.decode(String.self, forKey: .to))
    case .discard: self = .discard(try ShelfItem(from: decoder))
    case .restore: self = .restore(try ShelfItem(from: decoder))
    case .changes:
      self = .changes(try container.decode([HitChange].self, forKey: .changes))
    case .session: self = .session(try PageTable(from: decoder))
    case .hear: self = .hear(try PageTable(from: decoder))
    case .keep: self = .keep(try PageTable(from: decoder))
    case .export:
      self = .export(
        try PageTable(from: decoder), try container.decode(PageExport.self, forKey: .format))
    }
  }
}
