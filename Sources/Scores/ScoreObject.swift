// SPDX-License-Identifier: GPL-3.0-or-later

/// An object of a score: a strip of the mixer, and sounds of its own.
struct ScoreObject {
  let name: String
  var sounds: [String: ScoreSound] = [:]
  /// The plays of its sounds, by their names: never two of one sound.
  var plays: [String: Int] = [:]
  /// In percent.
  var volume = 100.0
  var effects: [Effect: Double] = [:]
  /// What its notes are played on.
  var instrument = ScoreInstrument.piano

  init(name: String) { self.name = name }

  /// The effects of the sounds of an object.
  enum Effect: String, CaseIterable {
    case pan, pitch

    /// What can be set; 0 changes nothing.
    var range: ClosedRange<Double> { self == .pan ? -100...100 : Pitch.range }
  }

  /// The value of an effect.
  subscript(effect: Effect) -> Double { effects[effect] ?? 0 }

  /// How fast its sounds pass.
  var step: Int { Pitch.step(self[.pitch]) }
}

extension Double {
  /// The nearest number of a range.
  func clamped(to range: ClosedRange<Double>) -> Double {
    Swift.min(range.upperBound, Swift.max(range.lowerBound, self))
  }
}
