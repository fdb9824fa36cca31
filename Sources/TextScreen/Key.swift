// SPDX-License-Identifier: GPL-3.0-or-later
import CNcurses

/// A key that was pressed.
public enum Key: Sendable, Hashable {
  /// A letter, digit or sign.
  case letter(Character)
  case enter, escape, tab, backspace, delete
  case up, down, left, right, home, end, pageUp, pageDown
  /// Ctrl-W and Ctrl-U, which erase a word and a line.
  case eraseWord, eraseLine
  /// Ctrl-L.
  case redraw
  /// Ctrl-Z.
  case suspend

  /// What curses calls a key that is no letter; nil for one that means nothing.
  init?(code: Int32) {
    switch code {
    case KEY_UP: self = .up
    case KEY_DOWN: self = .down
    case KEY_LEFT: self = .left
    case KEY_RIGHT: self = .right
    case KEY_HOME: self = .home
    case KEY_END: self = .end
    case KEY_PPAGE: self = .pageUp
    case KEY_NPAGE: self = .pageDown
    case KEY_BACKSPACE: self = .backspace
    case KEY_DC: self = .delete
    case KEY_ENTER: self = .enter
    default: return nil
    }
  }

  /// A character as a terminal sends it; nil for one that means nothing.
  init?(character: wint_t) {
    switch character {
    case 0x0A, 0x0D: self = .enter
    case 0x1B: self = .escape
    case 0x09: self = .tab
    case 0x08, 0x7F: self = .backspace
    case 0x17: self = .eraseWord
    case 0x15: self = .eraseLine
    case 0x0C: self = .redraw
    case 0x1A: self = .suspend
    case ..<0x20: return nil
    default:
      guard let scalar = Unicode.Scalar(character) else { return nil }
      self = .letter(Character(scalar))
    }
  }
}
