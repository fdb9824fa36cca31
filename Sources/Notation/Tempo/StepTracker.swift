// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// Follows a row of beats through notes, and says how likely the notes are on the steps of these
/// beats rather than at any times.
///
/// A Kalman filter holds the time of a beat and its length. Each note is compared with the nearest
/// step, moves the row by what it is late, and counts with its likelihood; a note between the steps
/// is taken for a stray and moves the row little. Source: A. Cemgil, B. Kappen, "Monte Carlo Methods
/// for Tempo Tracking and Rhythm Quantization", Journal of Artificial Intelligence Research 18 (2003).
struct StepTracker {
  /// Notes on their steps.
  struct Track {
    /// The step of each note, counted from the beat of the note that the row began with.
    var steps: [Int] = []
    /// Where the row was at each note: the beat of its step, when that came, and how long beats were.
    var marks: [(beat: Double, seconds: Double, length: Double)] = []
    /// The natural logarithm of how much likelier the notes are on the row than at any times.
    var evidence = -Double.infinity
  }

  /// The share of notes that are on no step.
  private static let strayShare = 0.04
  /// By how much a beat's length may be wrong in the beginning, as a share of it.
  private static let firstDoubt = 0.011
  /// By how much it changes within a second, as a share of it.
  private static let change = 0.003
  /// The most that it may be in doubt, as a share of it.
  private static let mostDoubt = 0.015
  /// By how much a beat moves within a second without changing its length, in seconds.
  private static let jitterSeconds = 0.0015

  /// The times of the notes, ascending.
  let times: [Double]
  /// How the beats are parted.
  let subdivision: Subdivision

  /// The likelihood of beats of a length, with the note `anchor` on the step `place` of a beat.
  ///
  /// - Parameters:
  ///   - spread: The standard deviation of the notes, in seconds.
  ///   - keep: Receives the steps and marks.
  func evidence(
    beatSeconds: Double, spread: Double, anchor: Int = 0, place: Int = 0, keep: inout Track?
  ) -> Double {
    let variance = spread * spread
    var (time, length) = (times[anchor], beatSeconds)
    var (beat, last) = (subdivision.beat(ofStep: Double(place)), times[0])
    var (timeDoubt, both, lengthDoubt) = (
      variance, 0.0, (Self.firstDoubt * length) * (Self.firstDoubt * length)
    )
    let mostDoubt = (Self.mostDoubt * length) * (Self.mostDoubt * length)
    let onStep = (1 - Self.strayShare) / Double(subdivision.steps) / (2 * .pi).squareRoot()
    // Logarithms are taken of products of some likelihoods.
    var (sum, product) = (0.0, 1.0)
    for (index, now) in times.enumerated() {
      let passed = now - last
      last = now
      let step = subdivision.step(ofBeat: beat + (now - time) / length).rounded()
      let place = subdivision.beat(ofStep: step)
      let beats = place - beat
      let expected = time + beats * length
      var timeVariance = timeDoubt + 2 * beats * both + beats * beats * lengthDoubt
      timeVariance += Self.jitterSeconds * Self.jitterSeconds * passed
      let change = Self.change * length
      let freeVariance = lengthDoubt + change * change * passed
      let lengthVariance = min(mostDoubt, freeVariance)
      // Less doubt of the length is less of what both share: their matrix stays a covariance.
      let bound = freeVariance > 0 ? (lengthVariance / freeVariance).squareRoot() : 0
      let covariance = bound * (both + beats * lengthDoubt)
      let whole = timeVariance + variance
      let late = now - expected
      let likelihood = onStep * length * exp(-0.5 * late * late / whole) / whole.squareRoot()
      let share = likelihood / (likelihood + Self.strayShare)
      product *= likelihood + Self.strayShare
      if index % 16 == 15 { (sum, product) = (sum + log(product), 1) }
      let (gain, lengthGain) = (share * timeVariance / whole, share * covariance / whole)
      time = expected + gain * late
      length = min(1.25 * beatSeconds, max(0.8 * beatSeconds, length + lengthGain * late))
      timeDoubt = (1 - gain) * timeVariance
      both = (1 - gain) * covariance
      lengthDoubt = max(0, lengthVariance - lengthGain * covariance)
      beat = place
      if keep != nil {
        keep?.steps.append(Int(step))
        keep?.marks.append((beat, time, length))
      }
    }
    sum += log(product)
    keep?.evidence = sum
    return sum
  }
}
