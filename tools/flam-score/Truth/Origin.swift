// SPDX-License-Identifier: GPL-3.0-or-later

/// The origin of a recording, read from the column `source` of an index.
///
/// `repository folder/player_123/take.wav + background`: the first word is the source; the folder that holds the
/// take, without a number at its end, is the player.
enum Origin {
  /// The source and, if it names one, the player.
  static func parse(_ text: String) -> (source: String, player: String?) {
    let played = text.prefix { $0 != "+" && $0 != "(" }
    let words = played.split(separator: " ", maxSplits: 1)
    guard let source = words.first else { return ("unknown", nil) }
    let folders = words.count > 1 ? words[1].split(separator: "/").dropLast() : []
    return (String(source), folders.last.map(withoutNumber))
  }

  private static func withoutNumber(_ name: Substring) -> String {
    guard let mark = name.lastIndex(of: "_"),
      name[name.index(after: mark)...].allSatisfy(\.isNumber)
    else { return String(name) }
    return String(name[..<mark])
  }
}
