// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Profiles
import Storage

/// A profile with everything it learned while playing.
public struct LearnedProfile: Sendable {
  /// As the player called it last; nil if that is not known.
  public let name: String?
  /// The profile, with its learning.
  public let profile: Profile
  /// How well its sounds were known before, and are now.
  public let progress: LearningProgress
}

/// The profiles used between start and end, each by its file. A profile that the player returns to
/// keeps what it learned, and is saved once.
struct PlayedProfiles {
  /// A profile that was used before.
  struct Played {
    /// As the player called it last.
    fileprivate(set) var name: String?
    /// As it took over the last time.
    fileprivate(set) var profile: Profile
    /// The teaching of its sounds since then.
    fileprivate(set) var taught: [TaughtSound?] = []
    /// It had already learned when it took over the last time.
    fileprivate var hasLearned = false
    fileprivate var progress = LearningProgress()

    /// The profile with everything it was taught; nil if that is nothing. Takes time: it is trained
    /// anew.
    var learned: Profile? { profile.keeping(taught) ?? (hasLearned ? profile : nil) }
  }

  /// By their files, in the order of first use; without a file if it was rewritten since.
  private var played: [(file: String?, played: Played)]
  /// The one in use.
  private var current = 0
  /// Those being replaced just now.
  private var leaving: [Int] = []

  /// The profile with which playing begins; without a name its file is not known.
  init(_ profile: Profile, name: String?) {
    played = [(Self.file(name), Played(name: name, profile: profile))]
  }

  /// How well the current profile's sounds were known before, and are now.
  var progress: LearningProgress {
    get { played[current].played.progress }
    set { played[current].played.progress = newValue }
  }

  /// The current profile's name; nil for one without a file.
  var currentName: String? {
    played[current].file?.isEmpty ?? true ? nil : played[current].played.name
  }

  /// The profile of this name is in use.
  func isCurrent(_ name: String) -> Bool { played[current].file == Self.file(name) }

  /// A profile that was used before another took over; nil if it was not.
  func known(_ name: String) -> Played? { played.first { $0.file == Self.file(name) }?.played }

  /// A profile takes over, with its earlier learning if it was used before.
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

  /// The profile's learning is not kept: its file was rewritten.
  mutating func forget(_ name: String) {
    let file = Self.file(name)
    for place in played.indices where played[place].file == file {
      (played[place].file, played[place].played.name) = (nil, nil)
    }
  }

  /// Adds the teaching of a profile that was replaced; one call for each, in order.
  mutating func add(taught: [TaughtSound?]) {
    guard !leaving.isEmpty else { return }
    played[leaving.removeFirst()].played.taught = taught
  }

  /// What each profile learned, if anything.
  ///
  /// - Parameter taught: The teaching of the last profile that took over.
  func learned(taught: [TaughtSound?]) -> [LearnedProfile] {
    var last = self
    last.played[leaving.first ?? current].played.taught = taught
    return last.played.compactMap { entry in
      entry.played.learned.map {
        LearnedProfile(name: entry.played.name, profile: $0, progress: entry.played.progress)
      }
    }
  }

  /// The same text for all names of one file.
  private static func file(_ name: String?) -> String {
    guard let name, name != ProfileLocator.generalName else { return "" }
    let path = ProfileLocator().path(name)
    return FileNames.resolved(path) ?? path
  }
}
