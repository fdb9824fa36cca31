// SPDX-License-Identifier: GPL-3.0-or-later

/// What a settled hit tells about learning while playing. Hearing sets it, what is shown and kept is made of it.
public struct HitLearning: BitwiseCopyable, Sendable, Equatable {
  /// The profile as it was loaded had the sound of the settled hit when its voice started.
  public var wasKnownBefore: Bool
  /// The ears as they had learned by then had it.
  public var wasKnownNow: Bool
  /// The hit taught.
  public var taught: Bool
  /// Even all of the hit left its sound unsure.
  public var isUnsure: Bool
  /// The sound that the player had named for it, by its place in the profile; nil for none.
  public var namedSound: Int?

  /// What a hit tells.
  @_noLocks public init(
    wasKnownBefore: Bool, wasKnownNow: Bool, taught: Bool, isUnsure: Bool, namedSound: Int? = nil
  ) {
    self.wasKnownBefore = wasKnownBefore
    self.wasKnownNow = wasKnownNow
    self.taught = taught
    self.isUnsure = isUnsure
    self.namedSound = namedSound
  }
}
