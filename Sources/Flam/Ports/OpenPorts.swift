// SPDX-License-Identifier: GPL-3.0-or-later
import MIDI

/// The ports that are open while Flam plays.
struct OpenPorts {
  /// Nil where no MIDI was asked for.
  let midi: MIDIPorts?

  /// Nothing is open.
  static let none = OpenPorts(midi: nil)

  /// Ends all that sounds there, and closes them.
  func stop() { midi?.stop() }
}
