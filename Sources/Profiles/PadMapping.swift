// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// Chooses the drum of a sound: the one in its name, else by its pitch.
public enum PadMapping {
  /// Names of drums; the first that a name contains counts.
  private static let words: [(word: String, role: PadRole)] = [
    ("rimshot", .sideStick), ("sidestick", .sideStick), ("crossstick", .sideStick),
    ("rim", .sideStick), ("kick", .kick), ("bass", .kick), ("snare", .snare), ("clap", .clap),
    ("cowbell", .cowbell), ("crash", .crash), ("ride", .ride), ("pedal", .hihatPedal),
    ("foot", .hihatPedal), ("half", .hihatHalf), ("open", .hihatOpen), ("hat", .hihatClosed),
    ("closed", .hihatClosed),
    ("floor", .tomLow), ("tomlow", .tomLow), ("lowtom", .tomLow), ("tomhigh", .tomHigh),
    ("hightom", .tomHigh), ("tom", .tomMid),
  ]
  private static let abbreviations: [String: PadRole] = [
    "bd": .kick, "sd": .snare, "sn": .snare, "hh": .hihatClosed, "ch": .hihatClosed,
    "hc": .hihatClosed, "oh": .hihatOpen, "ho": .hihatOpen, "cp": .clap, "rs": .sideStick,
    "cb": .cowbell, "cr": .crash, "rd": .ride, "lt": .tomLow, "mt": .tomMid, "ht": .tomHigh,
  ]
  /// The order in which drums are given to sounds without a drum's name.
  private static let handedOut: [PadRole] = [
    .kick, .snare, .hihatClosed, .tomLow, .tomHigh, .clap, .crash, .ride, .tomMid, .sideStick,
    .cowbell, .hihatOpen, .hihatPedal, .hihatHalf,
  ]
  /// The drum in `name`, or nil.
  public static func role(named name: String) -> PadRole? {
    let letters = String(name.lowercased().filter(\.isLetter))
    return abbreviations[letters] ?? words.first { letters.contains($0.word) }?.role
  }

  /// The drum of each sound. Sounds without a drum's name share the remaining drums, the lowest
  /// sound with the lowest drum. If there are more sounds than drums, the last ones share the
  /// highest.
  ///
  /// - Parameters:
  ///   - sounds: The name, and the pitch on any scale.
  ///   - taken: Drums of other sounds, which are not shared.
  public static func roles(
    of sounds: [(name: String, height: Float)], besides taken: [PadRole] = []
  ) -> [PadRole] {
    var roles = sounds.map { role(named: $0.name) }
    let unnamed = roles.indices.filter { roles[$0] == nil }
      .sorted { (sounds[$0].height, $0) < (sounds[$1].height, $1) }
    let free = handedOut.filter { !roles.contains($0) && !taken.contains($0) }.prefix(unnamed.count)
    let drums = PadRole.lowToHigh.filter(free.contains)
    for (rank, index) in unnamed.enumerated() {
      roles[index] = drums.isEmpty ? .other : drums[min(rank, drums.count - 1)]
    }
    return roles.map { $0 ?? .other }
  }
}
