// SPDX-License-Identifier: GPL-3.0-or-later
import Profiles

/// A profile that is ready to take over.
struct LoadedProfile {
  /// As the player calls it.
  let name: String
  let profile: Profile
  /// As it is heard by with the microphones that there are.
  let heard: Profile
  /// Nothing is left of what was known of it.
  let isReadAnew: Bool

  /// Reads the profile of a command, or takes what is known of one that was played with before, and trains what tells its
  /// sounds apart, which takes its time.
  ///
  /// - Parameter hearsTwo: Two microphones are heard.
  init(
    _ command: EngineCommand.Profile, _ known: PlayedProfiles.Played?, hearsTwo: Bool
  ) throws(EngineError) {
    (name, isReadAnew) = (command.name, command.isReadAnew ?? false)
    do throws(ProfileError) {
      if let known {
        profile = known.learned ?? known.profile
      } else {
        profile = try ProfileLocator().profile(name)
      }
    } catch {
      throw EngineError(
        "change to the profile '\(name)'", reason: error.reason, advice: error.advice.description)
    }
    heard = profile.heard(byTwo: hearsTwo)
  }
}

/// Whose sounds are told apart.
extension EngineControl {
  /// What is known of a profile that was played with before; an error where it cannot take over now.
  func known(_ command: EngineCommand.Profile) throws(EngineError) -> PlayedProfiles.Played? {
    let operation = "change to the profile '\(command.name)'"
    let isReadAnew = command.isReadAnew ?? false
    guard
      isReadAnew || !profiles.isCurrent(command.name) || command.name == ProfileLocator.generalName
    else {
      throw EngineError(
        operation, reason: "it is the one that is played with", advice: "name another one")
    }
    guard !live.performance.isChangingProfile else {
      throw EngineError(
        operation, reason: "another one is only just taking over", advice: "ask again in a moment")
    }
    return isReadAnew ? nil : profiles.known(command.name)
  }

  /// Tells the sounds of another profile apart, from a frame of the mix on; nil for the next that can be. One that was played
  /// with before goes on with what it learned.
  mutating func change(to loaded: LoadedProfile, atFrame mixFrame: Int?) throws(EngineError) {
    let operation = "change to the profile '\(loaded.name)'"
    let performance = live.performance
    let profile = loaded.heard
    guard performance.hasRoom(for: profile) else {
      throw EngineError(
        operation, reason: "too many sounds have been played with since the start",
        advice: "end, and begin to play with '\(loaded.name)'")
    }
    // Another thread may have been faster.
    guard !performance.isChangingProfile else {
      throw EngineError(
        operation, reason: "another one is only just taking over", advice: "ask again in a moment")
    }
    tellMicrophones(loaded.profile)
    profileChanges += 1
    let number = profile.isGuess ? nil : profileChanges + 1
    live.journals?.keep(profile, number: number)
    if loaded.isReadAnew { profiles.forget(loaded.name) }
    profiles.change(to: loaded.profile, name: loaded.name)
    performance.change(to: profile, number: number, name: loaded.name, atFrame: mixFrame)
  }

  /// Tells, once a profile, that what is struck is far from all of its sounds.
  mutating func tellFar() {
    guard toldFar != profileChanges, !live.performance.isChangingProfile,
      live.performance.snapshot.isFarFromProfile
    else { return }
    toldFar = profileChanges
    events.publish(.learning(.farFromProfile))
  }

  /// Takes what profiles learned from which others took over.
  mutating func takeTaughtSounds() {
    for taught in live.performance.takeTaughtSounds() { profiles.add(taught: taught) }
  }

  /// What was learned with each profile while playing, where that was anything. Once the audio thread has ended.
  var learnedProfiles: [LearnedProfile] { profiles.learned(taught: live.performance.taughtSounds) }
}
