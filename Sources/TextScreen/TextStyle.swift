// SPDX-License-Identifier: GPL-3.0-or-later

/// How a text looks, by what it means. No meaning is in a colour alone.
public enum TextStyle: Sendable, Hashable {
  /// Nothing special.
  case plain
  /// What is there but need not be read.
  case faint
  /// A heading.
  case title
  /// All is well.
  case good
  /// The player should look.
  case warning
  /// The player must act.
  case bad
  /// A level, or a part that is filled.
  case level
  /// A drum that has been struck just now, or some moments ago.
  case struck, fading
  /// What keys act on.
  case selected
  /// A key that can be pressed.
  case key
}
