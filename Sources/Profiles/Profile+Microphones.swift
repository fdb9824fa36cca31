// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import ErrorAdvice

extension Profile {
  /// It was taught with two microphones, and knows where its sounds are struck.
  public var hasPlaces: Bool { model.places != nil }

  /// The profile to hear with. With one microphone, it distinguishes sounds as the first of two
  /// microphones alone would.
  public func heard(byTwo hearsTwo: Bool) -> Profile {
    guard hasPlaces && !hearsTwo else { return self }
    return Profile(withoutPlaces: self)
  }

  /// A note for the player if part of the microphones or of the profile is unused; nil otherwise.
  public func warning(heardByTwo hearsTwo: Bool) -> Advice? {
    switch (hasPlaces, hearsTwo) {
    case (true, false):
      "The profile was taught with two microphones, but Flam hears one. It ignores where you strike. To use both, \(.hearTwo)."
    case (false, true) where isGuess:
      "The built-in guess ignores the second microphone. To use it, \(.teach) and \(.hearTwo)."
    case (false, true):
      "Flam ignores the second microphone: the profile was taught with one. To use it, \(.teachAnew) and \(.hearTwo)."
    case (true, true), (false, false): nil
    }
  }
}
