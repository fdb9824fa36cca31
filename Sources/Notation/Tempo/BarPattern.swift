// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// How often each kind of drum is on each step of a bar.
struct BarPattern {
  private let steps: Int
  private let beats: Int
  private let counts: [[Double]]

  /// - Parameters:
  ///   - steps: The step of each note.
  ///   - stepsPerBeat: Steps of a beat.
  ///   - beats: Beats of a bar.
  init(_ steps: [Int], _ parts: [DrumPart], stepsPerBeat: Int, beats: Int) {
    let length = stepsPerBeat * beats
    var counts = [[Double]](
      repeating: [Double](repeating: 0, count: length), count: DrumPart.allCases.count)
    for (step, part) in zip(steps, parts) {
      counts[part.rawValue][(step % length + length) % length] += 1
    }
    self.counts = counts
    self.steps = stepsPerBeat
    self.beats = beats
  }

  /// The logarithm of how much likelier the notes are in a bar that repeats than anywhere in it:
  /// of each kind of drum by itself.
  var repetition: Double { counts.map(Self.repetition).reduce(0, +) }

  /// The same of all notes on the steps of a beat.
  var beatRepetition: Double {
    var places = [Double](repeating: 0, count: steps)
    for part in counts {
      for (step, count) in part.enumerated() { places[step % steps] += count }
    }
    return Self.repetition(places)
  }

  /// The logarithm of a Dirichlet-multinomial likelihood of counts, beside that of even ones.
  private static func repetition(_ counts: [Double]) -> Double {
    let sum = counts.reduce(0, +)
    let assumed = TempoPriors.placeCount
    let all = assumed * Double(counts.count)
    let places = counts.lazy.filter { $0 > 0 }.map { lgamma($0 + assumed) - lgamma(assumed) }
    return places.reduce(0, +) + lgamma(all) - lgamma(all + sum) + sum * log(Double(counts.count))
  }

  /// The logarithm of how much likelier the drums are where they are than the notes of all drums, if the bar begins with each
  /// of its steps.
  var placeLikelihoods: [Double] {
    let length = steps * beats
    let shares = stepShares
    var sums = [Double](repeating: 0, count: length)
    for part in DrumPart.allCases {
      let own = counts[part.rawValue]
      let total = own.reduce(0, +)
      guard total > 0 else { continue }
      let weights = (0..<length).map {
        part.weight(beat: $0 / steps, of: beats, step: $0 % steps, of: steps)
      }
      let worth = min(1, TempoPriors.placeNotes / total)
      let logs = weights.map { log($0) }
      for first in 0..<length {
        let usual = (0..<length).reduce(0) {
          $0 + weights[$1] * shares[($1 + first) % steps] / Double(beats)
        }
        let sum = own.indices.reduce(0) { $0 + own[$1] * logs[($1 - first + length) % length] }
        sums[first] += worth * (sum - total * log(usual))
      }
    }
    return sums
  }

  /// The share of the notes on each step of a beat.
  private var stepShares: [Double] {
    var shares = [Double](repeating: TempoPriors.placeCount, count: steps)
    for part in counts {
      for (step, count) in part.enumerated() { shares[step % steps] += count }
    }
    let sum = shares.reduce(0, +)
    return shares.map { $0 / sum }
  }
}
