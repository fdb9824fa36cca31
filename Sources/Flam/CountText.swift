// SPDX-License-Identifier: GPL-3.0-or-later

/// How many there are of something, as people say it.
enum CountText {
  /// "1 pop", "2 pops".
  static func of(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }
}
