// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Profiles
import Storage

/// New sounds.
extension WebClient {
  /// Begins to teach a sound.
  func teach(_ sound: SoundTeacher.Sound, ref: Int?) {
    do throws(EngineError) {
      guard draft.hasRoom(for: sound.sound) else {
        throw EngineError(
          "teach the sound '\(sound.sound)'",
          reason: "\(PageLimits.draftSounds) sounds wait to be kept", advice: "keep them first")
      }
      try teacher.begin(sound)
      send(PageReply(to: ref, id: nil))
    } catch {
      send(PageReply(to: ref, error))
    }
  }

  /// What was taught so far.
  ///
  /// - Parameter isBeside: It is to be kept beside the sounds that play.
  func drafted(isBeside: Bool) throws -> PageDrafted {
    PageDrafted(
      sounds: draft.sounds,
      apart: try PageDraft.profile(of: draft.sounds, beside: isBeside ? base : nil).map(
        PageProfile.init))
  }

  /// Keeps what was taught, and plays with it.
  ///
  /// - Parameter name: Of a new profile; nil for the one that plays.
  func keepProfile(_ name: String?) throws -> PageKeptProfile {
    let operation = name.map { "keep the profile '\(PathText.name($0))'" } ?? "keep the new sounds"
    if let name {
      if let fault = GivenName.fault(ofProfile: name) {
        throw EngineError(operation, reason: fault, advice: "choose another name")
      }
      guard !host.profiles.list().contains(name) else {
        throw EngineError(
          operation, reason: "there is one of that name already", advice: "choose another name")
      }
    }
    let base = try name == nil ? base : nil
    let sounds = draft.sounds
    guard let profile = try PageDraft.profile(of: sounds, beside: base) else {
      throw EngineError(operation, reason: "no sound was taught", advice: "teach one first")
    }
    guard let kept = name ?? engine.profileName else {
      throw EngineError(
        operation, reason: "the built-in guess plays", advice: "give a name for a new profile")
    }
    try host.profiles.keep(profile, kept, name != nil)
    for sound in sounds { draft.forget(sound.name) }
    do throws(EngineError) {
      try engine.perform(.profile(EngineCommand.Profile(name: kept, isReadAnew: true)))
    } catch {
      throw EngineError(
        "play with the profile '\(PathText.name(kept))'", reason: "it is kept, but \(error.reason)",
        advice: "pick it from the list of profiles in a moment")
    }
    return PageKeptProfile(name: PathText.name(kept))
  }

  /// The profile that plays, as it is kept, with what it has learned since.
  private var base: Profile? {
    get throws {
      guard let name = engine.profileName else {
        throw EngineError(
          "add sounds to those that play", reason: "the built-in guess plays",
          advice: "give a name for a new profile")
      }
      return engine.learned(try host.profiles.read(name), named: name)
    }
  }
}
