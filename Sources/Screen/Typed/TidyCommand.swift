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
    delete sound clap                the profile before stays beside it, as .before
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
    let profile = engine.learned(try locator.profile(name), named: name)
    var sounds = profile.sounds
    let place =
      sounds.firstIndex { $0.name == sound }
      ?? sounds.firstIndex { $0.name.lowercased() == sound.lowercased() }
    guard let place else {
      throw TypedFault(
        "the profile '\(name)' has no sound '\(sound)': "
          + sounds.map(\.name).joined(separator: ", "))
    }
    let old = sounds[place]
    if let new {
      if let fault = GivenName.fault(ofSound: new) { throw TypedFault("'\(new)': \(fault)") }
      // A sound may get its own name in other letters.
      let isTaken = sounds.contains {
        $0.name == new || ($0.name != old.name && $0.name.lowercased() == new.lowercased())
      }
      guard !isTaken else {
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
    let drum = played(place).flatMap { engine.state.pads[$0] }
    let path = try replace(name, with: changed)
    let kept = "; the profile before is '\(FileNames.last(path))'"
    guard let new else { return "'\(old.name)' is deleted" + kept }
    return "'\(old.name)' is called '\(new)' now" + kept + keep(drum, forSound: place)
  }

  /// What the engine calls a sound of the profile that plays.
  private func played(_ place: Int) -> String? {
    engine.state.profile.flatMap { $0.sounds.indices.contains(place) ? $0.sounds[place] : nil }
  }

  /// Lets a renamed sound play the drum that was chosen for it while playing, nil for none; returns
  /// what the answer says about that.
  private func keep(_ drum: String?, forSound place: Int) -> String {
    guard let drum, let sound = played(place) else { return "" }
    do {
      try engine.perform(.soundPad(EngineCommand.SoundPad(sound: sound, pad: drum)))
      return ""
    } catch {
      return "; choose its drum again, with A: \(error)"
    }
  }

  /// Plays on with a changed profile, and returns the path where the one before is kept. If the
  /// engine refuses, the file is as it was.
  private func replace(_ name: String, with changed: Profile) throws -> String {
    let path = locator.path(name)
    let kept = FileNames.numbered(path + ".before").first { !FileSystem.exists($0) } ?? path
    let before: [UInt8]
    do {
      before = try RegularFile.bytes(path)
      try WholeFile.write(before, to: kept)
    } catch {
      throw TypedFault("cannot copy '\(path)' to '\(kept)': \(error)")
    }
    try ProfileFile.write(changed, path: path, isOverwriting: true)
    do {
      try engine.perform(.profile(EngineCommand.Profile(name: name, isReadAnew: true)))
    } catch let refusal {
      do { try WholeFile.write(before, to: path) } catch {
        throw TypedFault(
          "\(refusal); '\(path)' cannot be put back: \(error); the profile before is '\(kept)'")
      }
      FileSystem.remove(kept)
      throw refusal
    }
    return kept
  }

  private func rename(_ name: String, to new: String) throws -> String {
    if let fault = GivenName.fault(ofProfile: new) { throw TypedFault("'\(new)': \(fault)") }
    let path = locator.path(new)
    guard !FileSystem.exists(path) else {
      throw TypedFault("there is a profile '\(new)' already: give another name")
    }
    try checkExists(name)
    let answer = "the profile '\(name)' is called '\(new)' now"
    let playing = engine.profileName.flatMap { isSame($0, name) ? $0 : nil }
    let learned = engine.learnedProfiles.last { $0.name.map { isSame($0, name) } ?? false }
    guard playing != nil || learned != nil else {
      try move(name, to: path)
      return answer
    }
    let saved = try locator.profile(name)
    try ProfileFile.write(
      learned?.profile.playing(asIn: saved) ?? saved, path: path, isOverwriting: false)
    if let playing {
      do {
        // One that plays by its path goes on by its path.
        try engine.perform(
          .profile(
            EngineCommand.Profile(name: playing == name ? new : path, isReadAnew: true)))
      } catch {
        FileSystem.remove(path)
        throw error
      }
    }
    engine.forgetLearned(by: name)
    if let playing { engine.forgetLearned(by: playing) }
    let kept = try moveFree(name, to: path + ".before")
    return answer + "; its file before is '\(FileNames.last(kept))'"
  }

  /// Whether two names, or paths, are of one profile.
  private func isSame(_ one: String, _ other: String) -> Bool {
    let (path, otherPath) = (locator.path(one), locator.path(other))
    return path == otherPath
      || FileNames.resolved(path).map { $0 == FileNames.resolved(otherPath) } ?? false
  }

  private func delete(_ name: String) throws -> String {
    try checkExists(name)
    guard !(engine.profileName.map { isSame($0, name) } ?? false) else {
      throw TypedFault("'\(name)' plays: choose another player first, with P")
    }
    engine.forgetLearned(by: name)
    let kept = try moveFree(name, to: locator.path(name) + ".deleted")
    return "the profile '\(name)' is deleted; its file is '\(FileNames.last(kept))' now"
  }

  private func checkExists(_ name: String) throws {
    guard locator.names.contains(name) else {
      throw TypedFault(
        "there is no profile '\(name)': \(locator.names.joined(separator: ", "))")
    }
  }

  private func move(_ name: String, to path: String) throws {
    do throws(SystemError) { try FileSystem.move(locator.path(name), to: path) } catch {
      throw cannotMove(name, to: path, error)
    }
  }

  /// Moves its file to a path, or to one with a number where something is; returns where it is.
  private func moveFree(_ name: String, to path: String) throws -> String {
    do throws(SystemError) {
      return try FileSystem.moveFree(locator.path(name), to: path)
    } catch {
      throw cannotMove(name, to: path, error)
    }
  }

  private func cannotMove(_ name: String, to path: String, _ error: SystemError) -> TypedFault {
    TypedFault("cannot move '\(locator.path(name))' to '\(path)': \(error)")
  }
}
