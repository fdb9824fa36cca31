// SPDX-License-Identifier: GPL-3.0-or-later
import Boards
import Latency
import MIDI
import OSC

/// The ports that are open while Flam plays.
struct OpenPorts {
  /// Nil where no MIDI was asked for.
  var midi: MIDIPorts?
  /// Nil where no Open Sound Control was asked for.
  var osc: OSCPort?
  /// Nil where no board was asked for.
  var board: BoardPlayer?

  /// What its strokes take to be told; nil where there is no board, or its line is uneven.
  var boardDelay: PortDelay.Source?

  /// Nothing is open.
  static let none = OpenPorts()

  /// Ends all that sounds or shines there, and closes them.
  func stop() {
    midi?.stop()
    osc?.stop()
    board?.stop()
  }
}
