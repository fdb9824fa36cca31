// SPDX-License-Identifier: GPL-3.0-or-later

/// A message about a board, for people.
public enum BoardMessage: Hashable, Sendable {
  /// The board connected, disconnected, or cannot be reached.
  case connection(BoardEvent)
  /// The settings of its pads: when it connects, and when they change.
  case pads([BoardTable.Pad])
  /// A text that the board sent.
  case words(String)
  /// How evenly a line other than a serial port delivers messages.
  case lateness(BoardLateness)
  /// Something in the table is impossible, and why.
  case refused(String)
}
