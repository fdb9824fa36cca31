// SPDX-License-Identifier: GPL-3.0-or-later

/// The drums of `play_drum`, in the order of their numbers from 1.
public enum ScoreDrum: String, CaseIterable, Sendable {
  case snare
  case bassDrum = "bass drum"
  case sideStick = "side stick"
  case crash
  case openHiHat = "open hi-hat"
  case closedHiHat = "closed hi-hat"
  case tambourine
  case handClap = "hand clap"
  case claves
  case woodBlock = "wood block"
  case cowbell, triangle, bongo, conga, cabasa, guiro, vibraslap, cuica

  /// The drum of a number: it is rounded, and begins again after the last.
  init(number: Double) {
    let count = Self.allCases.count
    let place = Int(min(1e9, max(-1e9, number.rounded()))) - 1
    self = Self.allCases[((place % count) + count) % count]
  }

  /// The drum of a name, in small letters or not; nil for none.
  init?(name: String) {
    let name = name.lowercased()
    guard let drum = Self.allCases.first(where: { $0.rawValue == name }) else { return nil }
    self = drum
  }
}
