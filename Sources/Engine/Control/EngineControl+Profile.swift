// SPDX-License-Identifier: GPL-3.0-or-later
import Profiles

/// The profile in use.
extension EngineControl {
  /// Reports, once for each profile, that the hits are far from all of its sounds.
  mutating func reportFarProfile() {
    guard !isFarReported, !live.performance.isChangingProfile,
      live.performance.snapshot.isFarFromProfile
    else { return }
    reportedFar = profileChanges
    events.publish(.learning(.farFromProfile))
  }

  /// It was reported that the hits are far from all sounds of the profile in use.
  var isFarReported: Bool { reportedFar == profileChanges }

  /// Takes what earlier profiles learned.
  mutating func takeTaughtSounds() {
    for taught in live.performance.takeTaughtSounds() { profiles.add(taught: taught) }
  }

  /// What each profile learned while playing, if anything. Once the audio thread has ended.
  var learnedProfiles: [LearnedProfile] { profiles.learned(taught: live.performance.taughtSounds) }
}
