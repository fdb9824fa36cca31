// SPDX-License-Identifier: GPL-3.0-or-later
import Profiles

/// Whose sounds are told apart.
extension EngineControl {
  /// Tells, once a profile, that what is struck is far from all of its sounds.
  mutating func tellFar() {
    guard toldFar != profileChanges, !live.performance.isChangingProfile,
      live.performance.snapshot.isFarFromProfile
    else { return }
    toldFar = profileChanges
    events.publish(.learning(.farFromProfile))
  }

  /// Takes what profiles learned from which others took over.
  mutating func takeTaughtSounds() {
    for taught in live.performance.takeTaughtSounds() { profiles.add(taught: taught) }
  }

  /// What was learned with each profile while playing, where that was anything. Once the audio thread has ended.
  var learnedProfiles: [LearnedProfile] { profiles.learned(taught: live.performance.taughtSounds) }
}
