// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Profiles
import Storage

/// Sounds and profiles of the player that are renamed and deleted, typed while playing: "rename sound clap
/// to clack".
struct TidyCommand {
  /// The typed commands.
  static let help = """
    rename sound clap to clack       gives a sound of yours another name
    delete sound clap                the profile before stays beside it, as .bak
    rename profile me to anna        gives a profile another name
    delete profile anna              its file stays, as .deleted
    """

  /// First words of the lines that it carries out.
  static let verbs = ["rename", "delete"]

  /// Beginnings of those lines.
  static let beginnings = [
    "rename sound ", "rename profile ", "delete sound ", "delete profile ",
  ]

  private let engine: Engine
  private let locator: ProfileLocator

  init(_ engine: Engine, _ locator: ProfileLocator = ProfileLocator()) {
    (self.engine, self.locator) = (engine, locator)
  }

  /// Carries out a typed line and returns the answer; nil if the line is about something else.
  func carryOut(_ line: String) -> [String]? {
    let words = line.split(separator: " ", maxSplits: 2).map(String.init)
    guard let verb = words.first?.lowercased(), Self.verbs.contains(verb) else { return nil }
    let isRenaming = verb == "rename"
    guard words.count == 3, let parts = Self.parts(words[2], isRenaming: isRenaming) else {
      return [
        isRenaming
          ? "'rename' needs two names: 'rename sound clap to clack', 'rename profile me to anna'"
          : "'delete' needs a name: 'delete sound clap', 'delete profile anna'"
      ]
    }
    do {
      switch words[1].lowercased() {
      case "sound": return [try changeSound(parts.old, to: parts.new)]
      case "profile":
        return [try parts.new.map { try rename(parts.old, to: $0) } ?? delete(parts.old)]
      default: return ["\(verb) a sound or a profile: '\(verb) sound clap', '\(verb) profile me'"]
      }
    } catch {
      return ["\(error)"]
    }
  }

  /// "clap to clack" as its names; nil if one is missing.
  private static func parts(_ text: String, isRenaming: Bool) -> (old: String, new: String?)? {
    guard isRenaming else { return (text, nil) }
    guard let middle = text.firstRange(of: " to ") else { return nil }
    let new = text[middle.upperBound...].drop { $0 == " " }
    return new.isEmpty ? nil : (String(text[..<middle.lowerBound]), String(new))
  }

  /// Renames a sound of the profile that plays, or deletes it, and plays on with what is left.
  private func changeSound(_ sound: String, to new: String?) throws -> String {
    guard let name = engine.profileName else {
      throw TypedFault("the built-in guess has no sounds of yours: P chooses a player")
    }
    let path = locator.path(name)
    let profile = engine.learned(try locator.profile(name), named: name)
    var sounds = profile.sounds
    guard let place = sounds.firstIndex(where: { $0.name.lowercased() == sound.lowercased() })
    else {
      throw TypedFault(
        "the profile '\(name)' has no sound '\(sound)': "
          + sounds.map(\.name).joined(separator: ", "))
    }
    let old = sounds[place]
    if let new {
      if let fault = GivenName.fault(ofSound: new) { throw TypedFault("'\(new)': \(fault)") }
      guard !sounds.contains(where: { $0.name == new }) else {
        throw TypedFault("the profile '\(name)' has a sound '\(new)' already")
      }
      sounds[place] = Profile.SoundClass(
        name: new, choice: old.choice, examples: old.examples, taught: old.taught)
    } else {
      guard sounds.count > 1 else {
        throw TypedFault("'\(old.name)' is the only sound of '\(name)': delete the profile instead")
      }
      sounds.remove(at: place)
    }
    var changed = Profile(sounds: sounds, noiseDecibels: profile.noiseDecibels)
    changed.velocityCurve = profile.velocityCurve
    try ProfileFile.replace(changed, path: path)
    try engine.perform(.profile(EngineCommand.Profile(name: name, isReadAnew: true)))
    let kept = "; the profile before is '\(FileNames.last(ProfileFile.keptPath(path)))'"
    return (new.map { "'\(old.name)' is called '\($0)' now" } ?? "'\(old.name)' is deleted") + kept
  }

  private func rename(_ name: String, to new: String) throws -> String {
    if let fault = GivenName.fault(ofProfile: new) { throw TypedFault("'\(new)': \(fault)") }
    guard !FileSystem.exists(locator.path(new)) else {
      throw TypedFault("there is a profile '\(new)' already: give another name")
    }
    let isPlaying = engine.profileName == name
    try move(name, to: locator.path(new))
    if isPlaying { try engine.perform(.profile(EngineCommand.Profile(name: new))) }
    return "the profile '\(name)' is called '\(new)' now"
  }

  private func delete(_ name: String) throws -> String {
    guard engine.profileName != name else {
      throw TypedFault("'\(name)' plays: choose another player first, with P")
    }
    let kept = Self.free(locator.path(name) + ".deleted")
    try move(name, to: kept)
    return "the profile '\(name)' is deleted; its file is '\(FileNames.last(kept))' now"
  }

  /// The first of path, path-2, path-3… where nothing is.
  private static func free(_ path: String) -> String {
    var (free, number) = (path, 2)
    while FileSystem.exists(free) { (free, number) = ("\(path)-\(number)", number + 1) }
    return free
  }

  private func move(_ name: String, to path: String) throws {
    guard locator.names.contains(name) else {
      throw TypedFault(
        "there is no profile '\(name)': \(locator.names.joined(separator: ", "))")
    }
    do throws(SystemError) {
      try FileSystem.move(locator.path(name), to: path)
    } catch {
      throw TypedFault("cannot move '\(locator.path(name))' to '\(path)': \(error)")
    }
  }
}
