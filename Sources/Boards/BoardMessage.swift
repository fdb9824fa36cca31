// SPDX-License-Identifier: GPL-3.0-or-later

/// What people should know of a board.
public enum BoardMessage: Hashable, Sendable {
  /// It came, went, or cannot be had.
  case connection(BoardEvent)
  /// How its pads are set: when it is connected, and when that is changed.
  case pads([BoardTable.Pad])
  /// What it says of itself, in its words.
  case words(String)
  /// How evenly its line brings what it says, where that is no serial port.
  case lateness(BoardLateness)
  /// Something of the table cannot be done, and why.
  case refused(String)
}
