// SPDX-License-Identifier: GPL-3.0-or-later

/// Text for other programs and machines: of each path only the last name is left.
public enum PathText {
  private static let openings: Set<Character> = ["'", "\"", "(", "=", ":", "<", "["]
  private static let beginnings = ["/", "~/", "./", "../"]

  /// The name of a file or folder; the text itself if it is not a path.
  public static func name(_ path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  /// Sentences in which everything that is quoted or begins like a path is shortened to its last
  /// name.
  public static func stripped(_ text: String) -> String {
    guard text.contains("/") else { return text }
    var result = ""
    var rest = Substring(text)
    var before: Character = " "
    while let letter = rest.first {
      let isOpen = before.isWhitespace || openings.contains(before)
      if isOpen, letter == "'" || letter == "\"",
        let end = rest.dropFirst().firstIndex(of: letter)
      {
        let quoted = rest[rest.index(after: rest.startIndex)..<end]
        result +=
          "\(letter)\(quoted.contains("/") ? name(String(quoted)) : String(quoted))\(letter)"
        rest = rest[rest.index(after: end)...]
        before = letter
      } else if isOpen, beginnings.contains(where: { rest.hasPrefix($0) }) {
        let path = rest.prefix { !$0.isWhitespace && !",;()'\"".contains($0) }
        result += name(String(path))
        rest = rest.dropFirst(path.count)
        before = "."
      } else {
        result.append(letter)
        rest.removeFirst()
        before = letter
      }
    }
    return result
  }
}
