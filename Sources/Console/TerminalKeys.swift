// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// A terminal that gives each key at once and shows none, so that a line which is drawn anew cannot erase what is typed.
struct TerminalKeys {
  /// The terminal as it was; nil where it was not changed.
  private var before: termios?

  /// Keys are read.
  var areRead: Bool { before != nil }

  /// Reads keys from now on; also again, after another program had the terminal. Does nothing in the background, where a
  /// change would stop the program.
  mutating func read(from descriptor: Int32) {
    var now = termios()
    guard tcgetpgrp(descriptor) == getpgrp(), tcgetattr(descriptor, &now) == 0,
      now.c_lflag & Self.lines != 0
    else { return }
    var changed = now
    changed.c_lflag &= ~Self.lines
    guard tcsetattr(descriptor, TCSADRAIN, &changed) == 0 else { return }
    before = before ?? now
  }

  /// Leaves the terminal as it was.
  mutating func giveBack(_ descriptor: Int32) {
    guard var before, tcgetpgrp(descriptor) == getpgrp() else { return }
    tcsetattr(descriptor, TCSADRAIN, &before)
    self.before = nil
  }

  /// The terminal gathers lines, and shows what is typed.
  private static let lines = tcflag_t(ICANON | ECHO)
}
