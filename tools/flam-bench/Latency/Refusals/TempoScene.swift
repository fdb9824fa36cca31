// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Instrument
import Notation
import Simulation

/// Hits with a question for their tempo, and the true tempo.
struct TempoScene {
  /// The hits; the first two have a tempo.
  enum Kind: String, CaseIterable {
    case groove
    case pulse = "an even pulse"
    case random = "hits at random times"
    case uneven = "intervals of any length"
    case bursts = "bursts and pauses"
    case few = "a dozen random hits"

    /// Nothing is wrong with it.
    var isTrue: Bool { self == .groove || self == .pulse }
  }

  /// People count a tempo, its half, its double, or triplets as beats.
  private static let ratios = [1 / 3.0, 0.5, 1, 2, 3]
  /// Kick, snare and hi-hat of a bar of sixteenths, each in its own letters.
  private static let grooves = [
    "k.h.s.h.k.k.s.h.", "k.hhs.h.k.hks.hh", "k...s..k.kk.s...", "h.h.s.h.k.h.s.hh",
    "k.h.k.h.k.h.k.h.",
  ]

  let notes: [ScoreNote]
  /// All true tempi, in beats a minute; empty if there is none.
  let tempi: [Double]

  init(_ kind: Kind, seed: UInt64) {
    var sounds = SceneSounds(seed: seed)
    let roles: [Character: PadRole] = ["k": .kick, "s": .snare, "h": .hihatClosed]
    func note(_ seconds: Double, _ role: PadRole) -> ScoreNote {
      ScoreNote(
        seconds: seconds, sound: role.name, role: role,
        velocity: Float(sounds.within(0.2, 1)))
    }
    func anyRole() -> PadRole { [.kick, .snare, .hihatClosed][Int(sounds.within(0, 2.999))] }
    func stray() -> Double { 0.010 * (sounds.within(-1, 1) + sounds.within(-1, 1)) }
    let tempo = sounds.within(75, 150)
    let beat = 60 / tempo
    switch kind {
    case .groove:
      let bar = Array(Self.grooves[Int(sounds.within(0, Double(Self.grooves.count) - 0.001))])
      notes = (0..<Int(sounds.within(4, 12))).flatMap { number in
        bar.enumerated().compactMap { step, letter in
          roles[letter].map { role in
            note(1 + beat * (4 * Double(number) + Double(step) / 4) + stray(), role)
          }
        }
      }
      tempi = Self.ratios.map { $0 * tempo }
    case .pulse:
      notes = (0..<Int(sounds.within(16, 64))).map { note(1 + beat * Double($0) + stray(), .kick) }
      tempi = Self.ratios.map { $0 * tempo }
    case .random, .uneven, .bursts, .few:
      let count = Int(kind == .few ? sounds.within(6, 14) : sounds.within(14, 200))
      let mean = sounds.within(0.15, 0.75)
      var seconds = 1.0
      notes = (0..<count).map { number in
        let interval =
          switch kind {
          case .uneven: sounds.within(0.06, 2 * mean)
          case .bursts: number % 3 == 0 ? sounds.within(0.5, 2.5) : sounds.within(0.08, 0.28)
          default: 0.06 - mean * log(max(1e-6, sounds.within(0, 1)))
          }
        seconds += interval
        return note(seconds, anyRole())
      }
      tempi = []
    }
  }
}
