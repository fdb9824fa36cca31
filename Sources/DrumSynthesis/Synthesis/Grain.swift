// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc

/// Noise that mostly repeats from stroke to stroke.
///
/// What sounds like noise is made of modes too many to hear one by one. They belong to the drum, not to the stroke: the same
/// stick meets the same skin or metal, and wakes them in nearly the same way again. Only a share of the noise is new each time,
/// since the stick lands a little beside the last spot. Recorded strokes of one strength thus differ by 0.7 to 1.5 dB in thirds
/// of an octave, and strokes of new noise by 2 to 3 dB. Source: Fletcher and Rossing, "The Physics of Musical Instruments", 2nd
/// ed., sections 3.5 and 20.1 (modes of plates, and how a stroke excites them).
struct Grain: Sendable {
  let seed: UInt64
  /// The share of the power that is the same in every stroke.
  var sameShare = 0.85

  /// A source of numbers that starts anew with each stroke.
  func numbers(_ part: UInt64 = 0) -> GrainNumbers {
    GrainNumbers(seed: seed * 1_000 + part, sameShare: sameShare)
  }

  /// White noise of deviation 1 that starts at full level and falls by 60 dB in `ringSeconds`.
  func burst(
    _ part: UInt64 = 0, ringSeconds: Double, random: inout SeededGenerator
  ) -> [Double] {
    var numbers = numbers(part)
    let decay = decayPerFrame(ringSeconds: ringSeconds)
    var gain = 1.0
    return (0..<Int(1.3 * ringSeconds * sampleRateHz)).map { _ in
      defer { gain *= decay }
      return gain * numbers.normal(&random)
    }
  }
}

/// Random numbers of mean 0 and deviation 1, each partly the same in every stroke and partly new.
struct GrainNumbers {
  private var same: SeededGenerator
  private let sameShare: Double
  private let sameGain: Double
  private let newGain: Double

  init(seed: UInt64, sameShare: Double) {
    same = SeededGenerator(seed: seed)
    self.sameShare = sameShare
    (sameGain, newGain) = (sameShare.squareRoot(), (1 - sameShare).squareRoot())
  }

  /// From the normal distribution.
  mutating func normal(_ random: inout SeededGenerator) -> Double {
    sameGain * same.normal() + newGain * random.normal()
  }

  /// The sum of two even distributions: noise that filters make normal.
  mutating func even(_ random: inout SeededGenerator) -> Double {
    sameGain * same.even() + newGain * random.even()
  }

  /// Mostly 0, and a knock in a share of frames.
  mutating func knock(inShare share: Double, _ random: inout SeededGenerator) -> Double {
    let old = Double(same.uniform()) < sameShare * share ? same.normal() : 0
    let new = Double(random.uniform()) < (1 - sameShare) * share ? random.normal() : 0
    return (old + new) / share.squareRoot()
  }
}
