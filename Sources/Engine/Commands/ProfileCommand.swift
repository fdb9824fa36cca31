// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Profiles

extension EngineCommand {
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
}

extension EngineCommand.Profile: ControlCommand {
  static let name = "profile"
  static let timing = EngineCommand.Timing.heard
  static let isForGuests = true
  var command: EngineCommand { .profile(self) }
  var changeText: String { "the change of sounds" }
  private var operation: String { "change to the profile '\(name)'" }

  func admitted(from source: HitSource, by host: CommandHost) throws(CommandRefusal) -> Self {
    guard host.hasProfile(name) else { throw .unknown("profile", name) }
    return Self(name: name)
  }

  func prepare(by engine: Engine) throws(EngineError) -> any PreparedCommand {
    let known = try engine.control.withLock { control throws(EngineError) in
      try self.known(in: control)
    }
    return try LoadedProfile(self, known, hearsTwo: engine.loop.hearsTwo)
  }

  /// What is known of the profile where it was played with before; an error where it cannot take over now.
  private func known(in control: EngineControl) throws(EngineError) -> PlayedProfiles.Played? {
    let isReadAnew = isReadAnew ?? false
    let profiles = control.profiles
    guard isReadAnew || !profiles.isCurrent(name) || name == ProfileLocator.generalName else {
      throw EngineError(
        operation, reason: "it is the one that is played with", advice: "name another one")
    }
    try control.checkChangesNoProfile(operation)
    return isReadAnew ? nil : profiles.known(name)
  }

  /// What a profile was before it was written anew, nobody knows.
  func inverse(in state: EngineState) -> [EngineCommand] {
    isReadAnew == true
      ? [] : [.profile(Self(name: state.profile?.name ?? ProfileLocator.generalName))]
  }
}

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

extension LoadedProfile: PreparedCommand {
  /// One that was played with before goes on with what it learned.
  func perform(on control: inout EngineControl, atFrame frame: Int?) throws(EngineError) {
    let operation = "change to the profile '\(name)'"
    let performance = control.live.performance
    guard performance.hasRoom(for: heard) else {
      throw EngineError(
        operation, reason: "too many sounds have been played with since the start",
        advice: "end, and begin to play with '\(name)'")
    }
    // Another thread may have been faster.
    try control.checkChangesNoProfile(operation)
    control.tellMicrophones(profile)
    control.profileChanges += 1
    let number = heard.isGuess ? nil : control.profileChanges + 1
    control.live.journals?.keep(heard, number: number)
    if isReadAnew { control.profiles.forget(name) }
    control.profiles.change(to: profile, name: name)
    performance.change(
      to: heard, number: number, name: name, atFrame: EngineControl.mixFrame(frame))
  }
}

extension EngineControl {
  fileprivate func checkChangesNoProfile(_ operation: String) throws(EngineError) {
    guard live.performance.isChangingProfile else { return }
    throw EngineError(
      operation, reason: "another one is only just taking over", advice: "ask again in a moment")
  }
}
