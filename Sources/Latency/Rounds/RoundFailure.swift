// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

/// Why a round trip could not be measured: better no figure than a wrong one.
public enum RoundFailure: Error, Equatable, Sendable {
  /// Nothing is heard; the level in decibels re full scale.
  case silence(levelDecibels: Double)
  /// What is heard reaches full scale in this share of its samples.
  case clipped(share: Double)
  /// What is heard was there before anything was played, at this level.
  case elsewhere(levelDecibels: Double)
  /// What is heard begins with what is played, but is not alike enough to tell its delay.
  case unclear(confidence: Double)
  /// Only so many of the sounds that were played came back: the others say nothing, so it is not clear which they were.
  case incomplete(heard: Int, played: Int)
  /// What is played comes back in two ways that are nearly equally loud, so far apart.
  case twoWays(apartMilliseconds: Double)
  /// The delay changes by so much while it is measured, or two halves of the sounds tell delays that far apart.
  case moving(milliseconds: Double)
  /// What is played comes back later than can be measured.
  case tooLate(mostSeconds: Double)
}

/// How loud it was while something was played and while nothing was, and what that says where it is not recognised.
struct RoundLevels {
  /// Quieter than this is silence, in decibels re full scale.
  private static let silentDecibels = -75.0
  /// Louder by this than while nothing was played: it answers.
  private static let answeringDecibels = 3.0
  private static let fullScale: Float = 0.999
  /// So many samples at full scale in a million are no accident.
  private static let clippedShare = 1e-5

  private let restDecibels: Double
  private let duringDecibels: Double
  private let clippedShare: Double

  /// Of what was heard while `soundFrames` were played and a rest after them, and `before` them.
  init(before: [Float], heard: [Float], soundFrames: Int) {
    let end = min(soundFrames, heard.count)
    // The first half of the rest belongs to what comes back late.
    let after = heard[(end + heard.count) / 2..<heard.count]
    restDecibels = max(Self.decibels(before[...]), Self.decibels(after))
    duringDecibels = Self.decibels(heard[..<end])
    let count = heard.count { abs($0) >= Self.fullScale }
    clippedShare = Double(count) / Double(max(1, heard.count))
  }

  /// Fails where samples were cut off.
  func checkClipping() throws(RoundFailure) {
    if clippedShare > Self.clippedShare { throw .clipped(share: clippedShare) }
  }

  /// Why what was played is not recognised.
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
