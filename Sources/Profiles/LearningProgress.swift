// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// What came of learning while playing, as far as it was played: fed with each hit that is settled, it tells what the
/// learning was worth, and which sounds have become strange.
public struct LearningProgress: Sendable {
  /// A settled hit, seen as one to learn from.
  public struct Hit: Sendable, Equatable {
    /// The sound that it was settled as, by its place in the profile.
    public var sound: Int
    /// The profile as it was loaded had this sound when the voice started.
    public var wasKnownBefore: Bool
    /// The ears as they had learned by then had it.
    public var wasKnownNow: Bool
    /// It taught.
    public var taught: Bool
    /// Even all of the hit left its sound unsure.
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

    /// What a hit told; nil for one that was settled as none of the sounds.
    public init?(_ learning: HitLearning, sound: Int?) {
      guard let sound else { return nil }
      self.init(
        sound: sound, wasKnownBefore: learning.wasKnownBefore, wasKnownNow: learning.wasKnownNow,
        taught: learning.taught, isUnsure: learning.isUnsure)
    }
  }

  /// What was learned is told by so many hits, the last ones: earlier ones were met before it was learned.
  public static let recentHits = 60
  /// Fewer hits that taught are not worth keeping.
  public static let fewestTaught = 10
  /// A sound is strange when so many of its last hits were unsure in the end …
  public static let fewestUnsure = 4
  /// … of so many.
  public static let watchedHits = 8

  /// Hits that taught.
  public private(set) var taughtHits = 0
  /// The player had a sound taught again.
  private var hasLesson = false
  private var recent: [Hit] = []
  private var unsure: [Int: [Bool]] = [:]
  private var warnedSounds: Set<Int> = []

  /// Nothing was played yet.
  public init() {}

  /// Notes a hit when it is settled.
  ///
  /// - Returns: The hit's sound where it has become strange; once, until it has been sure again.
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

  /// Notes that the player has a sound taught again: that is worth keeping, however little it is.
  public mutating func noteLesson() { hasLesson = true }

  /// How many of the last hits the profile as it was loaded would have known at once; nil if nothing was played.
  public var knownBefore: KnownShare? {
    KnownShare(knownHits: recent.count { $0.wasKnownBefore }, of: recent.count)
  }

  /// How many of the same hits were known at once.
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
