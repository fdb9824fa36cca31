// SPDX-License-Identifier: GPL-3.0-or-later
import Boards
import Latency
import MIDI
import OSC

/// The ports that are open while Flam plays.
package struct OpenPorts {
  /// Nil if MIDI is not wanted.
  package var midi: MIDIPorts?
  /// Nil if Open Sound Control is not wanted.
  package var osc: OSCPort?
  /// Nil if no board is wanted.
  package var board: BoardPlayer?

  /// The delay of its strokes; nil if there is no board, or its line is uneven.
  package var boardDelay: PortDelay.Source?

  package init(
    midi: MIDIPorts? = nil, osc: OSCPort? = nil, board: BoardPlayer? = nil,
    boardDelay: PortDelay.Source? = nil
  ) {
    (self.midi, self.osc, self.board, self.boardDelay) = (midi, osc, board, boardDelay)
  }

  /// Nothing is open.
  package static let none = OpenPorts()

  /// Ends all that sounds or shines there, and closes them.
  package func stop() {
    midi?.stop()
    osc?.stop()
    board?.stop()
  }
}
