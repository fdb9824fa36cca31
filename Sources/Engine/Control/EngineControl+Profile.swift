// SPDX-License-Identifier: GPL-3.0-or-later
import Profiles

/// A profile that is ready to take over.
struct LoadedProfile {
  /// As the player calls it.
  let name: String
  let profile: Profile

  /// Reads the profile of a command and trains what tells its sounds apart, which takes its time.
  init(_ command: EngineCommand.Profile) throws(EngineError) {
    name = command.name
    do throws(ProfileError) { profile = try ProfileLocator().profile(name) } catch {
      throw EngineError(
        "change to the profile '\(name)'", reason: error.reason, advice: error.advice)
    }
  }
}

/// Whose sounds are told apart.
extension EngineControl {
  /// A profile that was played with before another took over.
  struct EarlierProfile {
    /// As the player called it; nil for the one with which the engine began.
    let name: String?
    let progress: LearningProgress
  }

  /// Tells the sounds of another profile apart. One that was played with before goes on with what it learned.
  mutating func change(to loaded: LoadedProfile) throws(EngineError) {
    let operation = "change to the profile '\(loaded.name)'"
    let performance = live.performance
    var profile = loaded.profile
    if let place = earlierProfiles.lastIndex(where: { $0.name == loaded.name }),
      let learned = performance.earlierLearnedProfiles.dropFirst(place).first ?? nil
    {
      profile = learned
    }
    profile = heard(profile)
    guard performance.hasRoom(for: profile) else {
      throw EngineError(
        operation, reason: "too many sounds have been played with since the start",
        advice: "end and start anew with --profile \(loaded.name)")
    }
    earlierProfiles.append(EarlierProfile(name: profileName, progress: learning))
    (profileName, learning) = (loaded.name, LearningProgress())
    let number = profile.isGuess ? nil : earlierProfiles.count + 1
    live.journal?.keep(profile, number: number)
    let lost = performance.lostHearingChanges
    performance.change(to: profile, number: number, name: loaded.name)
    guard performance.lostHearingChanges == lost else {
      throw EngineError(
        operation, reason: "too many changes are on their way", advice: "send fewer at a time")
    }
  }

  /// What was learned with each profile while playing, where that was anything; of a name the last one.
  var learnedProfiles: [LearnedProfile] {
    let all = earlierProfiles + [EarlierProfile(name: profileName, progress: learning)]
    var learned: [LearnedProfile] = []
    for (played, profile) in zip(all, live.performance.learnedProfiles) {
      guard let profile else { continue }
      learned.removeAll { $0.name == played.name }
      learned.append(
        LearnedProfile(name: played.name, profile: profile, progress: played.progress))
    }
    return learned
  }
}

/// A profile along with what was learned while it was played with.
public struct LearnedProfile: Sendable {
  /// As it was called when it took over; nil for the one with which the engine began.
  public let name: String?
  /// With what was learned.
  public let profile: Profile
  /// How well its sounds were known before, and are now.
  public let progress: LearningProgress
}
