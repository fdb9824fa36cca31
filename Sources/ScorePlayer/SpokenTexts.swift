// SPDX-License-Identifier: GPL-3.0-or-later

/// The texts that a score speaks, as far as they stand in it: `speak "one"`, `o:speak_and_wait('two')`. Made before it plays,
/// they take no time then.
enum SpokenTexts {
  /// More are made when they are spoken.
  private static let most = 100

  static func all(in score: String) -> [String] {
    var texts: [String] = []
    var rest = score[...]
    while texts.count < most, let found = rest.firstRange(of: "speak") {
      rest = rest[found.upperBound...]
      var begin = rest.hasPrefix("_and_wait") ? rest.dropFirst("_and_wait".count) : rest
      begin = begin.drop { $0 == " " || $0 == "(" }
      guard let quote = begin.first, quote == "\"" || quote == "'" else { continue }
      let text = begin.dropFirst().prefix { $0 != quote && $0 != "\n" }
      if !text.isEmpty && !text.contains("\\") && !texts.contains(String(text)) {
        texts.append(String(text))
      }
    }
    return texts
  }
}
