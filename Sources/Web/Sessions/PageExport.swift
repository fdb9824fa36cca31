// SPDX-License-Identifier: GPL-3.0-or-later

/// The formats of an exported session.
enum PageExport: String, Decodable, Sendable {
  case wav, mid, csv, jsonl

  /// The media type.
  var type: String {
    switch self {
    case .wav: "audio/wav"
    case .mid: "audio/midi"
    case .csv: "text/csv; charset=utf-8"
    case .jsonl: "application/jsonl"
    }
  }

  /// The file's name, in letters that every system and an HTTP header accept.
  func fileName(_ session: String, isAsPlayed: Bool) -> String {
    Self.plain(session) + (isAsPlayed ? "" : " edited") + "." + rawValue
  }

  /// A name in such letters, without an ending.
  static func plain(_ name: String) -> String {
    let plain = name.unicodeScalars.map { letter -> Character in
      let isPlain =
        letter.isASCII && letter.properties.isAlphabetic || ("0"..."9").contains(letter)
        || " -_.()".unicodeScalars.contains(letter)
      return isPlain ? Character(letter) : "_"
    }
    return String(plain.prefix(100))
  }
}
