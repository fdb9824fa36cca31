// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Profiles

/// The profile in use, and its changes while it plays.
extension Performance {
  /// Names of all sounds so far, by the numbers in hits: later profiles' sounds follow the first's.
  public var sounds: [String] { ears.table.names }

  /// Names of the sounds in use.
  public var profileSounds: [String] { ears.sounds }

  /// The sounds are guessed, not taught by the player.
  public var isGuessing: Bool { ears.profile.isGuess }

  /// Another profile is just taking over: ask again a moment later.
  var isChangingProfile: Bool { ears.isBusy }

  /// The pads of the sounds in use.
  var padChoices: [PadChoice] { ears.padChoices }

  /// ``sounds``, with those of a profile.
  func sounds(with profile: Profile) -> [String] {
    var table = ears.table
    table.add(profile)
    return table.names
  }

  /// Makes another profile ready to take over, which takes time. Drums, mixer and ringing sounds
  /// stay as they are, and so do the hearing settings, except the velocity curve, which is the
  /// profile's.
  package func makeReady(_ profile: Profile) -> ReadyProfile {
    ears.change(to: profile)
    return ReadyProfile(recogniser: ears.recogniser())
  }

  /// Distinguishes the sounds of another profile, a tenth of a second from now.
  ///
  /// - Parameters:
  ///   - number: Its number in a session; nil for the built-in guess.
  ///   - name: As the player calls it.
  ///   - mixFrame: It applies to input heard while that frame of the mix is made, if that is later.
  package func change(
    to profile: Profile, number: Int?, name: String? = nil, atFrame mixFrame: Int? = nil
  ) {
    // The frame is chosen after this: on a busy machine an earlier one would be past.
    let ready = makeReady(profile)
    take(
      NumberedProfile(number: number, name: name, of: profile), atFrame: mixFrame,
      EffectResources(profile: { _ in ready }))
  }
}

/// A profile that is ready to take over.
package struct ReadyProfile {
  /// Distinguishes its sounds.
  let recogniser: SoundRecogniserPointer
}
