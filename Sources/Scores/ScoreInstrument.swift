// SPDX-License-Identifier: GPL-3.0-or-later

/// The instruments of `play_note`, in the order of their numbers from 1.
public enum ScoreInstrument: String, CaseIterable, Sendable {
  case piano
  case electricPiano = "electric piano"
  case organ, guitar
  case electricGuitar = "electric guitar"
  case bass
  case pizzicatoViolin = "pizzicato violin"
  case cello, trombone, clarinet, saxophone, flute
  case woodenFlute = "wooden flute"
  case bassoon, choir, vibraphone
  case musicBox = "music box"
  case steelDrum = "steel drum"
  case marimba
  case synthLead = "synth lead"
  case synthPad = "synth pad"

  /// The instrument of a number: it is rounded, and begins again after the last.
  init(number: Double) {
    let count = Self.allCases.count
    let place = Int(number.rounded().clamped(to: -1e9...1e9)) - 1
    self = Self.allCases[((place % count) + count) % count]
  }

  /// The instrument of a name, in small letters or not; nil for none.
  init?(name: String) { self.init(rawValue: name.lowercased()) }
}
