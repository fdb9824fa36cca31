// SPDX-License-Identifier: GPL-3.0-or-later
import Boards
import MIDI

/// The ports that are open while Flam plays.
struct OpenPorts {
  /// Nil where no MIDI was asked for.
  var midi: MIDIPorts?
  /// Nil where no board was asked for.
  var board: BoardPlayer?

  /// Nothing is open.
  static let none = OpenPorts()

  /// Notes come in, from whatever it is.
  var hears: Bool { midi?.hears == true || board != nil }

  /// Ends all that sounds or shines there, and closes them.
  func stop() {
    midi?.stop()
    board?.stop()
  }
}
