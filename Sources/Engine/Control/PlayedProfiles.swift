// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Profiles
import Storage

/// A profile along with what was learned while it was played with.
public struct LearnedProfile: Sendable {
  /// As the player called it last; nil if that is not known.
  public let name: String?
  /// With what was learned.
  public let profile: Profile
  /// How well its sounds were known before, and are now.
  public let progress: LearningProgress
}

/// The profiles that are played with between start and end, each by its file: what one has learned is there again when the
/// player returns to it, and is kept once.
struct PlayedProfiles {
  /// What is known of a profile that was played with before.
  struct Played {
    /// As the player called it last.
    fileprivate(set) var name: String?
    /// As it took over the last time.
    fileprivate(set) var profile: Profile
    /// What its sounds were taught since then.
    fileprivate(set) var taught: [TaughtSound?] = []
    /// It has learned before it took over the last time.
    fileprivate var hasLearned = false
    fileprivate var progress = LearningProgress()

    /// With all that it was taught; nil if that is nothing. Takes its time: it is trained anew.
    var learned: Profile? { profile.keeping(taught) ?? (hasLearned ? profile : nil) }
  }

  /// By their files, in the order in which they were played with first; without one where it was written anew since.
  private var played: [(file: String?, played: Played)]
  /// The one that is played with.
  private var current = 0
  /// From those others take over just now.
  private var leaving: [Int] = []

  /// The profile with which playing begins; without a name its file is not known.
  init(_ profile: Profile, name: String?) {
    played = [(Self.file(name), Played(name: name, profile: profile))]
  }

  /// How well the sounds of the profile that is played with were known before, and are now.
  var progress: LearningProgress {
    get { played[current].played.progress }
    set { played[current].played.progress = newValue }
  }

  /// The name of the profile that is played with; nil for one without a file.
  var currentName: String? {
    played[current].file?.isEmpty ?? true ? nil : played[current].played.name
  }

  /// A profile of that name is played with.
  func isCurrent(_ name: String) -> Bool { played[current].file == Self.file(name) }

  /// What is known of a profile that was played with before another took over; nil for nothing.
  func known(_ name: String) -> Played? { played.first { $0.file == Self.file(name) }?.played }

  /// A profile takes over, with what it had learned where it was played with before.
  mutating func change(to profile: Profile, name: String) {
    leaving.append(current)
    let file = Self.file(name)
    if let place = played.firstIndex(where: { $0.file == file }) {
      let before = played[place].played
      played[place].played.hasLearned = before.hasLearned || before.taught.contains { $0 != nil }
      (played[place].played.name, played[place].played.profile) = (name, profile)
      played[place].played.taught = []
      current = place
    } else {
      played.append((file, Played(name: name, profile: profile)))
      current = played.count - 1
    }
  }

  /// What was learned with a profile is not kept: its file was written anew.
  mutating func forget(_ name: String) {
    let file = Self.file(name)
    for place in played.indices where played[place].file == file {
      (played[place].file, played[place].played.name) = (nil, nil)
    }
  }

  /// Notes what the sounds were taught of a profile from which another took over; one call for each, in order.
  mutating func add(taught: [TaughtSound?]) {
    guard !leaving.isEmpty else { return }
    played[leaving.removeFirst()].played.taught = taught
  }

  /// What was learned with each, where that was anything.
  ///
  /// - Parameter taught: What the sounds were taught of the last one that took over.
  func learned(taught: [TaughtSound?]) -> [LearnedProfile] {
    var last = self
    last.played[leaving.first ?? current].played.taught = taught
    return last.played.compactMap { entry in
      entry.played.learned.map {
        LearnedProfile(name: entry.played.name, profile: $0, progress: entry.played.progress)
      }
    }
  }

  /// The same for each name of a file.
  private static func file(_ name: String?) -> String {
    guard let name, name != ProfileLocator.generalName else { return "" }
    let path = ProfileLocator().path(name)
    return FileNames.resolved(path) ?? path
  }
}
