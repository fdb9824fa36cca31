// SPDX-License-Identifier: GPL-3.0-or-later

/// What a page can fetch of a session.
enum PageExport: String, Decodable, Sendable {
  case wav, mid, csv, jsonl

  /// As browsers are told.
  var type: String {
    switch self {
    case .wav: "audio/wav"
    case .mid: "audio/midi"
    case .csv: "text/csv; charset=utf-8"
    case .jsonl: "application/jsonl"
    }
  }

  /// What the file is called: letters that every system and the header of an answer can take.
  func fileName(_ session: String, isAsPlayed: Bool) -> String {
    let plain = session.unicodeScalars.map { letter -> Character in
      let isPlain =
        letter.isASCII && letter.properties.isAlphabetic || ("0"..."9").contains(letter)
        || " -_.()".unicodeScalars.contains(letter)
      return isPlain ? Character(letter) : "_"
    }
    return String(plain.prefix(100)) + (isAsPlayed ? "" : " edited") + "." + rawValue
  }
}
