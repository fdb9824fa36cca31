// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

extension PadRole {
  /// The drum that the name of a sound or a pad names; ``other`` if it names none.
  init(drumName name: String) {
    let words = DrumWords(name)
    let isHihat =
      words.has(any: ["hat", "hats", "hh", "hhat", "ohh", "chh", "hho", "hhc", "hhp"])
      || words.text.contains("hihat")
    // A cymbal with a pedal.
    let isPedalled =
      words.has(any: ["cymbal"]) && words.has(any: ["closed", "open", "pedal", "foot"])
    self =
      if isHihat || isPedalled {
        Self.hihat(words)
      } else if words.isTom {
        Self.tom(words)
      } else if words.has(any: ["drum"]) && words.has(any: ["bass"]) {
        .kick
      } else {
        Self.words.first { words.has($0.word) }?.role ?? .other
      }
  }

  private static func hihat(_ words: DrumWords) -> PadRole {
    if words.has(any: ["pedal", "foot", "pd", "hhp", "chick"]) { return .hihatPedal }
    if words.has(any: ["semi", "half", "loose", "sloshy"]) { return .hihatHalf }
    if ["semiopen", "halfopen"].contains(where: words.text.contains) { return .hihatHalf }
    let isOpen = words.has(any: ["open", "opened", "op", "ohh", "hho", "free", "swish"])
    return isOpen || words.text.contains("open") ? .hihatOpen : .hihatClosed
  }

  private static func tom(_ words: DrumWords) -> PadRole {
    if words.has(any: ["floor", "low", "lo"]) { return .tomLow }
    if words.has(any: ["high", "hi"]) { return .tomHigh }
    if words.has(any: ["mid", "middle", "medium"]) { return .tomMid }
    if words.has(any: ["l", "3", "4"]) || words.text.contains("toml") { return .tomLow }
    let isHigh = words.has(any: ["h", "rack", "1"]) || words.text.contains("tomh")
    return isHigh ? .tomHigh : .tomMid
  }

  /// The first match counts.
  private static let words: [(word: String, role: PadRole)] = [
    ("kick", .kick), ("kik", .kick), ("bassdrum", .kick), ("kdrum", .kick), ("bd", .kick),
    ("kd", .kick),
    ("rimshot", .snare), ("crash", .crash), ("splash", .crash), ("china", .crash), ("ride", .ride),
    ("sidestick", .sideStick), ("side", .sideStick), ("rim", .sideStick),
    ("crossstick", .sideStick), ("xstick", .sideStick), ("stick", .sideStick), ("snare", .snare),
    ("sn", .snare), ("sd", .snare), ("clap", .clap), ("snap", .clap), ("cymbal", .crash),
    ("cowbell", .cowbell),
  ]
}

/// A drum's name in parts.
private struct DrumWords {
  /// The whole name, in lower case, without spaces and marks.
  let text: String
  private let words: Set<String>

  init(_ name: String) {
    let words = NameWords(name).words.map(\.text)
    self.words = Set(words)
    text = words.joined()
  }

  var isTom: Bool {
    words.contains { $0.hasPrefix("tom") || $0 == "floor" || $0.hasSuffix("ortom") }
      || has(any: ["hitom", "hightom", "midtom", "lowtom", "lotom", "racktom", "fltom"])
  }

  func has(any candidates: [String]) -> Bool { candidates.contains { words.contains($0) } }

  /// Short words must stand alone; longer ones may be part of another.
  func has(_ word: String) -> Bool { words.contains(word) || word.count > 3 && text.contains(word) }
}
