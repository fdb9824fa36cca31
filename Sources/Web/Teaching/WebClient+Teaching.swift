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
          reason: "\(PageLimits.draftSounds) sounds wait to be saved", advice: "save them first")
      }
      let known =
        (engine.state.profile.map { $0.isGuess ? [] : $0.sounds } ?? []) + draft.sounds.map(\.name)
      if !known.contains(sound.sound),
        let fault = SoundPair.fault(ofSound: sound.sound, among: known)
      {
        throw EngineError(
          "teach the sound '\(sound.sound)'", reason: fault, advice: "teach each of them first")
      }
      try lead.take(self, toTeach: sound.sound) { () throws(EngineError) in
        try teacher.begin(sound)
      }
      send(PageReply(to: ref, id: nil))
    } catch {
      send(PageReply(to: ref, error))
    }
  }

  /// The sound that this page teaches at this moment; nil for none.
  var taughtSound: String? {
    lesson.sound ?? (teacher.isTeaching ? engine.state.lesson?.sound : nil)
  }

  /// The sounds taught so far.
  ///
  /// - Parameter isBeside: Judges them together with the sounds of the present profile.
  func drafted(isBeside: Bool) throws -> PageDrafted {
    PageDrafted(
      sounds: draft.sounds,
      apart: try PageDraft.profile(of: draft.sounds, beside: isBeside ? base : nil).map(
        PageProfile.init))
  }

  /// Saves the taught sounds, and plays with them.
  ///
  /// - Parameter name: The name of a new profile; nil for the present one.
  func keepProfile(_ name: String?) throws -> PageKeptProfile {
    let operation = name.map { "save the profile '\(PathText.name($0))'" } ?? "save the new sounds"
    if let name {
      if let fault = GivenName.fault(ofProfile: name) {
        throw EngineError(operation, reason: fault, advice: "choose another name")
      }
      guard !host.profiles.list().contains(name) else {
        throw EngineError(
          operation, reason: "that name is taken", advice: "choose another name")
      }
    }
    let base = try name == nil ? base : nil
    let sounds = draft.sounds
    let old = base?.sounds.map(\.name) ?? []
    for sound in sounds.map(\.name) where !old.contains(sound) {
      if let fault = SoundPair.fault(ofSound: sound, among: old + sounds.map(\.name)) {
        throw EngineError(
          operation, reason: fault, advice: "teach each of them, or forget '\(sound)'")
      }
    }
    guard let profile = try PageDraft.profile(of: sounds, beside: base) else {
      throw EngineError(operation, reason: "no sound was taught", advice: "teach one first")
    }
    guard let kept = name ?? engine.profileName else {
      throw EngineError(
        operation, reason: "the built-in guess plays", advice: "give a name for a new profile")
    }
    try savedFiles.profiles.take(operation, from: caller)
    try host.profiles.keep(profile, kept, name != nil)
    for sound in sounds { draft.forget(sound.name) }
    do throws(EngineError) {
      try engine.perform(
        .profile(EngineCommand.Profile(name: kept, isReadAnew: true)), from: caller)
    } catch {
      throw EngineError(
        "play with the profile '\(PathText.name(kept))'",
        reason: "it is saved, but \(error.reason)",
        advice: "pick it from the list of profiles in a moment")
    }
    return PageKeptProfile(name: PathText.name(kept))
  }

  /// The saved profile that plays, with what it has learned since.
  private var base: Profile? {
    get throws {
      guard let name = engine.profileName else {
        throw EngineError(
          "add sounds to the present profile", reason: "the built-in guess plays",
          advice: "give a name for a new profile")
      }
      return engine.learned(try host.profiles.read(name), named: name)
    }
  }
}
