// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// The result of learning while playing. It takes each settled hit, and reports what the learning
/// was worth, and which sounds have become strange.
public struct LearningProgress: Sendable {
  /// A settled hit, as an example for learning.
  public struct Hit: Sendable, Equatable {
    /// The sound of the settled hit, by its index in the profile.
    public var sound: Int
    /// The loaded profile recognised this sound when the voice started.
    public var wasKnownBefore: Bool
    /// Hearing with what it had learned by then recognised it.
    public var wasKnownNow: Bool
    /// The hit taught.
    public var taught: Bool
    /// The sound stayed unsure even after the whole hit.
    public var isUnsure: Bool

    /// A hit of a sound.
    public init(
      sound: Int, wasKnownBefore: Bool, wasKnownNow: Bool, taught: Bool, isUnsure: Bool
    ) {
      self.sound = sound
      self.wasKnownBefore = wasKnownBefore
      self.wasKnownNow = wasKnownNow
      self.taught = taught
      self.isUnsure = isUnsure
    }

    /// The facts of a hit; nil if it was settled as none of the sounds.
    public init?(_ learning: HitLearning, sound: Int?) {
      guard let sound else { return nil }
      self.init(
        sound: sound, wasKnownBefore: learning.wasKnownBefore, wasKnownNow: learning.wasKnownNow,
        taught: learning.taught, isUnsure: learning.isUnsure)
    }
  }

  /// The number of last hits that count; earlier hits came before the learning.
  public static let recentHits = 60
  /// With fewer hits that taught, there is nothing worth keeping.
  public static let fewestTaught = 10
  /// A sound is strange if so many of its last hits stayed unsure …
  public static let fewestUnsure = 4
  /// … out of so many.
  public static let watchedHits = 8

  /// The number of hits that taught.
  public private(set) var taughtHits = 0
  /// The player taught a sound again.
  private var hasLesson = false
  private var recent: [Hit] = []
  private var unsure: [Int: [Bool]] = [:]
  private var warnedSounds: Set<Int> = []

  /// Nothing was played yet.
  public init() {}

  /// Takes a settled hit.
  ///
  /// - Returns: Its sound, if it has become strange; once, until it has been sure again.
  public mutating func add(_ hit: Hit) -> Int? {
    taughtHits += hit.taught ? 1 : 0
    recent.append(hit)
    if recent.count > Self.recentHits { recent.removeFirst() }
    let last = ((unsure[hit.sound] ?? []) + [hit.isUnsure]).suffix(Self.watchedHits)
    unsure[hit.sound] = Array(last)
    let unsureCount = last.count { $0 }
    if unsureCount == 0 { warnedSounds.remove(hit.sound) }
    return unsureCount >= Self.fewestUnsure && warnedSounds.insert(hit.sound).inserted
      ? hit.sound : nil
  }

  /// Notes that the player taught a sound again: that is always worth keeping.
  public mutating func noteLesson() { hasLesson = true }

  /// The share of the last hits that the loaded profile would have recognised at once; nil without
  /// hits.
  public var knownBefore: KnownShare? {
    KnownShare(knownHits: recent.count { $0.wasKnownBefore }, of: recent.count)
  }

  /// The share of the same hits that were recognised at once.
  public var knownNow: KnownShare? {
    KnownShare(knownHits: recent.count { $0.wasKnownNow }, of: recent.count)
  }

  /// Enough was learned, and it made nothing worse.
  public var isWorthKeeping: Bool {
    let fewest = hasLesson ? 1 : Self.fewestTaught
    guard let knownBefore, let knownNow, taughtHits >= fewest else { return false }
    return knownNow.knownHits >= knownBefore.knownHits
  }
}
