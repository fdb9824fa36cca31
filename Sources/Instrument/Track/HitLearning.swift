// SPDX-License-Identifier: GPL-3.0-or-later

/// What a settled hit says about learning while playing. Hearing sets it; displays and files use
/// it.
public struct HitLearning: BitwiseCopyable, Sendable, Equatable {
  /// The profile as it was loaded had the sound of the settled hit when its voice started.
  public var wasKnownBefore: Bool
  /// The profile with everything learned until then had it.
  public var wasKnownNow: Bool
  /// The hit taught.
  public var taught: Bool
  /// Even all of the hit left its sound unsure, unlike the examples of it.
  public var isUnsure: Bool
  /// Squared distance of the hit from its sound, against examples that were not learned from; nil
  /// if that is not known, or if the player named the sound.
  public var distanceRatio: Float?
  /// The sound that the player had named for it, by its place in the profile; nil for none.
  public var namedSound: Int?

  /// A hit's values.
  @_noLocks public init(
    wasKnownBefore: Bool, wasKnownNow: Bool, taught: Bool, isUnsure: Bool,
    distanceRatio: Float? = nil, namedSound: Int? = nil
  ) {
    self.wasKnownBefore = wasKnownBefore
    self.wasKnownNow = wasKnownNow
    self.taught = taught
    self.isUnsure = isUnsure
    self.distanceRatio = distanceRatio
    self.namedSound = namedSound
  }
}
