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
    /// The sound stayed unsure even after the whole hit, unlike its examples.
    public var isUnsure: Bool
    /// Squared distance from its sound, against examples that were not learned from; nil if that is
    /// not known.
    public var distanceRatio: Float?

    /// A hit of a sound.
    public init(
      sound: Int, wasKnownBefore: Bool, wasKnownNow: Bool, taught: Bool, isUnsure: Bool,
      distanceRatio: Float? = nil
    ) {
      self.sound = sound
      self.wasKnownBefore = wasKnownBefore
      self.wasKnownNow = wasKnownNow
      self.taught = taught
      self.isUnsure = isUnsure
      self.distanceRatio = distanceRatio
    }

    /// The facts of a hit; nil if it was settled as none of the sounds.
    public init?(_ learning: HitLearning, sound: Int?) {
      guard let sound else { return nil }
      self.init(
        sound: sound, wasKnownBefore: learning.wasKnownBefore, wasKnownNow: learning.wasKnownNow,
        taught: learning.taught, isUnsure: learning.isUnsure,
        distanceRatio: learning.distanceRatio)
    }
  }

  /// The number of last hits that count; earlier hits came before the learning.
  public static let recentHits = 60
  /// With fewer hits that taught, there is nothing worth keeping.
  public static let fewestTaught = 10

  /// The number of hits that taught.
  public private(set) var taughtHits = 0
  /// The player taught a sound again.
  private var hasLesson = false
  private var recent: [Hit] = []
  private var drift = SoundDrift()

  /// Nothing was played yet.
  public init() {}

  /// Takes a settled hit.
  ///
  /// - Returns: A sound that has become strange, see ``SoundDrift``.
  public mutating func add(_ hit: Hit) -> Int? {
    taughtHits += hit.taught ? 1 : 0
    recent.append(hit)
    if recent.count > Self.recentHits { recent.removeFirst() }
    return drift.add(hit)
  }

  /// Takes a settled hit as it is reported.
  public mutating func add(_ line: HitLine) -> Int? { line.learned.flatMap { add($0) } }

  /// Notes that the player teaches a sound again: that is always worth keeping, and what was strange
  /// before no longer counts.
  public mutating func noteLesson() {
    hasLesson = true
    drift = SoundDrift()
  }

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
