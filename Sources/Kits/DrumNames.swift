// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

extension PadRole {
  /// What a note means in the General MIDI percussion map; ``other`` for those that have no role here.
  init(generalMIDINote note: Int) {
    self =
      switch note {
      case 35, 36: .kick
      case 37: .sideStick
      case 38, 40: .snare
      case 39: .clap
      case 42: .hihatClosed
      case 44: .hihatPedal
      case 46: .hihatOpen
      case 41, 43, 45: .tomLow
      case 47, 48: .tomMid
      case 50: .tomHigh
      case 49, 52, 55, 57: .crash
      case 51, 53, 59: .ride
      case 56: .cowbell
      default: .other
      }
  }

  /// What the name of a sound or a pad says it is; ``other`` where it says nothing.
  init(drumName name: String) {
    let name = name.lowercased()
    let isHihat = ["hat", "hh"].contains { name.contains($0) }
    self =
      if isHihat && name.contains("open") {
        .hihatOpen
      } else if isHihat && (name.contains("pedal") || name.contains("foot")) {
        .hihatPedal
      } else if isHihat {
        .hihatClosed
      } else {
        Self.words.first { name.contains($0.word) }?.role ?? .other
      }
  }

  private static let words: [(word: String, role: PadRole)] = [
    ("kick", .kick), ("bass drum", .kick), ("bassdrum", .kick), ("side", .sideStick),
    ("rim", .sideStick), ("stick", .sideStick), ("snare", .snare), ("clap", .clap),
    ("floor", .tomLow), ("tom", .tomMid), ("crash", .crash), ("splash", .crash),
    ("china", .crash), ("ride", .ride), ("cowbell", .cowbell),
  ]
}
