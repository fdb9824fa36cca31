// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Profiles
import Storage

extension EngineCommand {
  /// Another profile.
  public struct Profile: Codable, Sendable, Equatable {
    /// A profile's name or path; "general" for the built-in guess.
    public var name: String
    /// The profile is read from its file again even if it is in use: what it learned since is
    /// forgotten. Nil for no.
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
  static let mostAMinute: Int? = Limits.loadsAMinute
  static var effect: (any PerformanceCommand.Type)? { NumberedProfile.self }
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

  /// The profile as it was played with before, if it was; an error if it cannot take over now.
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

  /// The profile before it was rewritten is not known.
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
  /// The profile, adapted to the microphones in use.
  let heard: Profile
  /// Nothing that it learned while playing is kept.
  let isReadAnew: Bool

  /// Reads a command's profile, or takes one that was played with before, and trains the model that
  /// distinguishes its sounds. That takes time.
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
  /// A profile that was played with before keeps what it learned.
  func perform(on control: inout EngineControl, atFrame frame: Int?) throws(EngineError) {
    let operation = "change to the profile '\(name)'"
    let performance = control.live.performance
    let sounds = performance.sounds(with: heard)
    guard sounds.count <= Instrument.mostSounds else {
      throw EngineError(
        operation, reason: "too many sounds have been played with since the start",
        advice: "end, and begin to play with '\(name)'")
    }
    // Another thread may have been faster.
    try control.checkChangesNoProfile(operation)
    control.reportMicrophones(profile)
    control.profileChanges += 1
    let number = heard.isGuess ? nil : control.profileChanges + 1
    control.live.journals?.keep(heard, number: number)
    if isReadAnew { control.profiles.forget(name) }
    control.profiles.change(to: profile, name: name)
    control.dispatcher.know(sounds: sounds)
    performance.change(
      to: heard, number: number, name: name, atFrame: EngineControl.mixFrame(frame))
  }
}

/// A profile that took over; the session keeps a file of it.
package struct NumberedProfile: Codable, Sendable, Equatable {
  /// The session keeps it as `profile-NUMBER.json`, from 2 on; missing for the built-in guess.
  package let number: Int?
  /// As the player called it; missing if it has no name.
  package let name: String?
  /// Its sounds, in its order.
  package let sounds: [Sound]

  /// A sound and its drum.
  package struct Sound: Codable, Sendable, Equatable {
    /// As its person calls it.
    let name: String
    /// Name of the drum's role.
    let role: String
    /// What it plays, as a ``PadRule``; missing for the drum of the role.
    let pad: String?
    /// What it plays in single kits, by their names; missing for none.
    let padInKit: [String: String]?

    /// What it plays.
    var choice: PadChoice {
      PadChoice(
        PadRole(name: role) ?? .other, rule: pad.map(PadRule.init(kept:)),
        kitRules: (padInKit ?? [:]).mapValues(PadRule.init(kept:)))
    }
  }

  /// A profile with the number by which a session keeps it.
  init(number: Int?, name: String?, of profile: Profile) {
    (self.number, self.name) = (number, name)
    sounds = profile.sounds.map {
      let inKits = $0.choice.kitRules.mapValues(\.description)
      return Sound(
        name: $0.name, role: $0.role.name, pad: $0.choice.rule?.description,
        padInKit: inKits.isEmpty ? nil : inKits)
    }
  }
}

extension NumberedProfile: PerformanceCommand {
  static var name: String { EngineCommand.Profile.name }
  static var clock: JournalEntry.Clock { .input }
  var operation: String { "change to the profile '\(name ?? "")'" }

  func apply(to performance: Performance, at frame: Int, _ resources: EffectResources) -> Bool {
    guard let ready = resources.profile(self) else { return false }
    performance.ears.send(ready, atFrame: frame)
    return true
  }

  func event(atFrame frame: Int, of performance: Performance) -> EngineEvent? {
    .profile(EngineEvent.Profile(performance, name: name))
  }
}

extension EngineControl {
  fileprivate func checkChangesNoProfile(_ operation: String) throws(EngineError) {
    guard live.performance.isChangingProfile else { return }
    throw EngineError(
      operation, reason: "another one is only just taking over", advice: "ask again in a moment")
  }
}
