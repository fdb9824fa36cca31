// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Profiles

/// Whose sounds are told apart, and what becomes of them while it plays.
extension Performance {
  /// Names of all sounds so far, by the numbers that hits tell: those of profiles that took over follow the first.
  public var sounds: [String] { ears.table.names }

  /// Names of the sounds that are told apart now.
  public var profileSounds: [String] { ears.sounds }

  /// No one taught it the player's sounds: it guesses.
  public var isGuessing: Bool { ears.profile.isGuess }

  /// Another profile is only just taking over: ask again a moment later.
  var isChangingProfile: Bool { ears.isBusy }

  /// What the sounds that are told apart now strike.
  var padChoices: [PadChoice] { ears.padChoices }

  /// ``sounds``, with those of a profile.
  func sounds(with profile: Profile) -> [String] {
    var table = ears.table
    table.add(profile)
    return table.names
  }

  /// Makes another profile ready to take over, which takes its time. Drums, mixer and what sounds
  /// stay as they are, and so does how the player is heard, but for the velocity curve, which is
  /// the profile's.
  package func makeReady(_ profile: Profile) -> ReadyProfile {
    ears.change(to: profile)
    return ReadyProfile(recogniser: ears.recogniser())
  }

  /// Tells the sounds of another profile apart, a tenth of a second from now.
  ///
  /// - Parameters:
  ///   - number: By which a session keeps it; nil for the built-in guess.
  ///   - name: As the player calls it.
  ///   - mixFrame: It holds for what is heard while that frame of the mix is made, if that is later.
  package func change(
    to profile: Profile, number: Int?, name: String? = nil, atFrame mixFrame: Int? = nil
  ) {
    // No frame is named before it is there: on a busy machine it would be past.
    let ready = makeReady(profile)
    take(
      NumberedProfile(number: number, name: name, of: profile), atFrame: mixFrame,
      EffectResources(profile: { _ in ready }))
  }
}

/// A profile that is ready to take over.
package struct ReadyProfile {
  /// Tells its sounds apart.
  let recogniser: SoundRecogniserPointer
}
