// SPDX-License-Identifier: GPL-3.0-or-later
import DrumSynthesis
import DSP
import Glibc

/// One stroke of a take, as truly played.
struct Stroke {
  /// The first frame in which the hand is in contact.
  let frame: Int
  let sound: TapSound
  /// 0…1.
  let velocity: Double
}

/// The meaning of a stroke, by the name of the pad it should play.
enum TapSound: String, Sendable {
  case kick
  case snare
  case hihatClosed = "hihat-closed"
}

/// A tapped rhythm, one letter a step: `K` `k` `q` kick, `S` `s` `z` snare, `H` `h` `i` hi-hat, each
/// loud, medium and soft (a ghost note); anything else is a rest.
struct Groove: Sendable {
  let beatsPerMinute: Double
  /// One bar of four beats each; its number of letters divides it.
  let bars: [String]
  /// How late every second step comes, as a part of a step.
  var swing = 0.0
  /// Spread of the hand's timing.
  var looseSeconds = 0.004

  /// The strokes with a hand's small errors in time and force, the first a beat after the start.
  func strokes(random: inout SeededGenerator) -> [Stroke] {
    let barSeconds = 240 / beatsPerMinute
    var strokes: [Stroke] = []
    for (bar, letters) in bars.enumerated() {
      let stepSeconds = barSeconds / Double(letters.count)
      for (step, letter) in letters.enumerated() {
        guard let (sound, force) = Self.meaning(of: letter) else { continue }
        let late = step % 2 == 1 && letters.count <= 16 ? swing * stepSeconds : 0
        let human = looseSeconds * min(2, max(-2, random.normal()))
        let seconds =
          barSeconds / 4 + Double(bar) * barSeconds + Double(step) * stepSeconds + late + human
        let velocity = min(1, random.around(force, by: 0.09))
        strokes.append(
          Stroke(frame: Int(seconds * sampleRateHz), sound: sound, velocity: velocity))
      }
    }
    return strokes
  }

  private static func meaning(of letter: Character) -> (TapSound, Double)? {
    switch letter {
    case "K": (.kick, 0.92)
    case "k": (.kick, 0.66)
    case "q": (.kick, 0.4)
    case "S": (.snare, 0.92)
    case "s": (.snare, 0.62)
    case "z": (.snare, 0.32)
    case "H": (.hihatClosed, 0.88)
    case "h": (.hihatClosed, 0.6)
    case "i": (.hihatClosed, 0.36)
    default: nil
    }
  }
}
