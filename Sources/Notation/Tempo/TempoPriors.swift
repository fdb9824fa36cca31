// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Sequencing

/// What is likely before a note is heard: tempo, meter, the parts of a beat, and where in a bar
/// people play which drum. All that ``TempoSearch`` assumes stands here.
enum TempoPriors {
  /// The tempi that are tried, in beats of a quarter a minute.
  static let beatsPerMinute = 38.0...250.0
  /// The tempo that people count most, in beats a minute. Source: L. van Noorden, D. Moelants,
  /// "Resonance in the Perception of Musical Pulse", Journal of New Music Research 28 (1999).
  static let tempoCentre = 100.0
  /// The deviation of other tempi from it, in octaves.
  static let tempoOctaves = 0.225

  /// The standard deviations of notes that are tried, in seconds.
  static let spreads = [0.0035, 0.007, 0.012]
  /// Those that are tried to find steps.
  static let stepSpreads = [0.0045, 0.010]

  /// The ways to part a beat, and the logarithm of how likely each is.
  static let subdivisions = [
    Subdivision(steps: 4),
    Subdivision(steps: 3, prior: -10),
    Subdivision(steps: 6, prior: -16),
    Subdivision(steps: 4, swing: 0.56, prior: -12),
    Subdivision(steps: 4, swing: 0.61, prior: -12),
  ]
  /// The time signatures that are tried if none is given, and the logarithm of how likely each is.
  static let meters: [(meter: Meter, prior: Double)] = [
    (.common, 0), (Meter("3/4") ?? .common, -7),
  ]
  /// The least evidence of the notes' times that shows a tempo, as the logarithm of a likelihood
  /// ratio. Notes at random times reach 9 at most (`flam-bench refusals` tries them).
  static let leastEvidence = 14.0

  /// How many notes' worth of evidence it is, for each kind of drum, that they stand in the bar where
  /// people play them.
  static let placeNotes = 16.0
  /// How many notes' worth of evidence it is that bars repeat.
  static let repeatNotes = 60.0
  /// How many beats' worth of evidence it is that beats have notes on them.
  static let filledWeight = 24.0
  /// The share of beats with a note.
  static let filledShare = 0.85
  /// The evidence that the first note begins a bar.
  static let beginning = 1.5
  /// Counts that are assumed at each place of a bar.
  static let placeCount = 0.12
}

extension TempoPriors {
  /// The tempi of a meter's beats.
  static func beatsPerMinute(of meter: Meter) -> ClosedRange<Double> {
    let scale = scale(meter)
    return scale * beatsPerMinute.lowerBound...scale * beatsPerMinute.upperBound
  }

  /// The logarithm of how likely a tempo is.
  static func tempo(_ beatsPerMinute: Double, _ meter: Meter) -> Double {
    let octaves = log2(beatsPerMinute / (scale(meter) * tempoCentre)) / tempoOctaves
    return -0.5 * octaves * octaves
  }

  private static func scale(_ meter: Meter) -> Double { meter.eighthsPerBeat == 1 ? 2 : 1 }

  /// The ways to part a beat of a meter, on a grid of so many steps of a whole note or on any.
  static func subdivisions(of meter: Meter, grid: Int?) -> [Subdivision] {
    if meter.isCompound { return subdivisions.filter { $0.isTernary } }
    if meter.eighthsPerBeat == 1 { return [Subdivision(steps: 2)] }
    return subdivisions.filter { division in
      grid.map { ($0 % 3 == 0) == division.isTernary } ?? true
    }
  }
}
