// SPDX-License-Identifier: GPL-3.0-or-later
import Boards
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
  /// The file with its table.
  var boardPath = ""

  /// Nothing is open.
  static let none = OpenPorts()

  /// How long strokes of the board wait for being told; nil where there is none, or its line is uneven.
  var boardSeconds: Double?

  /// From what is struck there to its drum, a line each.
  ///
  /// - Parameter noteSeconds: What the engine takes.
  func delays(_ noteSeconds: Double) -> [String] {
    [
      midi?.hears == true ? PortText.delay(seconds: noteSeconds, of: "note") : nil,
      boardSeconds.map { PortText.delay(seconds: noteSeconds + $0, of: "stroke on the board") },
    ].compactMap(\.self)
  }

  /// Ends all that sounds or shines there, and closes them.
  func stop() {
    midi?.stop()
    osc?.stop()
    board?.stop()
  }
}
