// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

/// Why a round trip was not measured: no figure is better than a wrong one.
public enum RoundFailure: Error, Equatable, Sendable {
  /// Nothing was heard; the level in decibels re full scale.
  case silence(levelDecibels: Double)
  /// The recording reaches full scale in this share of its samples.
  case clipped(share: Double)
  /// The sound was there before anything was played, at this level.
  case elsewhere(levelDecibels: Double)
  /// The sound begins when something is played, but is not alike enough for a delay.
  case unclear(confidence: Double)
  /// Only some of the sounds came back. It is unclear which.
  case incomplete(heard: Int, played: Int)
  /// The sound comes back by two paths of nearly equal level, so far apart.
  case twoWays(apartMilliseconds: Double)
  /// The delay changes by so much during the measurement, or the halves of the sounds differ by so
  /// much.
  case moving(milliseconds: Double)
  /// The sound comes back too late to be measured.
  case tooLate(mostSeconds: Double)
}

/// The levels with and without sound, and what they say if the sound is not recognised.
struct RoundLevels {
  /// Quieter than this is silence, in decibels re full scale.
  private static let silentDecibels = -75.0
  /// If it is louder by this while something is played, it is an answer.
  private static let answeringDecibels = 3.0
  private static let fullScale: Float = 0.999
  /// More samples at full scale in a million are no accident.
  private static let clippedShare = 1e-5

  private let restDecibels: Double
  private let duringDecibels: Double
  private let clippedShare: Double

  /// The levels while `soundFrames` and a rest were played (`heard`), and `before` that.
  init(before: [Float], heard: [Float], soundFrames: Int) {
    let end = min(soundFrames, heard.count)
    // The first half of the rest may contain late sound.
    let after = heard[(end + heard.count) / 2..<heard.count]
    restDecibels = max(Self.decibels(before[...]), Self.decibels(after))
    duringDecibels = Self.decibels(heard[..<end])
    let count = heard.count { abs($0) >= Self.fullScale }
    clippedShare = Double(count) / Double(max(1, heard.count))
  }

  /// Throws if samples are clipped.
  func checkClipping() throws(RoundFailure) {
    if clippedShare > Self.clippedShare { throw .clipped(share: clippedShare) }
  }

  /// Why the sound was not recognised.
  func failure(confidence: Double) -> RoundFailure {
    if duringDecibels < Self.silentDecibels { return .silence(levelDecibels: duringDecibels) }
    if duringDecibels < restDecibels + Self.answeringDecibels {
      return .elsewhere(levelDecibels: duringDecibels)
    }
    return .unclear(confidence: confidence)
  }

  private static func decibels(_ samples: ArraySlice<Float>) -> Double {
    let power = samples.reduce(0.0) { $0 + Double($1 * $1) } / Double(max(1, samples.count))
    return power > 0 ? 10 * log10(power) : -.infinity
  }
}
