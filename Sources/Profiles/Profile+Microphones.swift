// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import ErrorAdvice

extension Profile {
  /// It was taught by two microphones, and knows where its sounds are struck.
  public var hasPlaces: Bool { model.places != nil }

  /// The profile as it is to be heard with: where one microphone is heard, sounds are told apart as the first of two alone
  /// tells them apart.
  public func heard(byTwo hearsTwo: Bool) -> Profile {
    guard hasPlaces && !hearsTwo else { return self }
    return Profile(withoutPlaces: self)
  }

  /// What the player should know where not all is used that is heard or was taught; nil for nothing.
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
