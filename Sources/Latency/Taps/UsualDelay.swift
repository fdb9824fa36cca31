// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// The delay that most taps share, and the evidence against it.
struct UsualDelay {
  /// The number of widths around the delay from which the agreement by chance is estimated.
  private static let aroundWidths = 10.0
  /// The narrower the agreement, the less likely is chance: shares of the width to try.
  private static let narrower = [1, 1.0 / 3]
  /// Fewer agreeing taps say nothing.
  static let leastCount = 4
  /// Another delay is as likely if it has this share of the taps.
  private static let rivalShare = 0.6

  /// The median of those that agree.
  let milliseconds: Double
  /// The number of taps with this delay.
  let count: Int
  /// The probability that so many agree by chance.
  let chance: Double
  /// Another delay that nearly as many taps have; nil if there is none.
  let rivalMilliseconds: Double?

  /// The delay that most of `delays`, in milliseconds, share within `widthMilliseconds`. Nil if
  /// there are none.
  init?(_ delays: [Double], widthMilliseconds width: Double) {
    let sorted = delays.sorted()
    func sharing(_ first: Double) -> [Double] { sorted.filter { first...first + width ~= $0 } }
    let groups = sorted.map(sharing)
    guard let most = groups.max(by: { $0.count < $1.count }), let first = most.first else {
      return nil
    }
    count = most.count
    milliseconds = LatencyReport.median(most)
    let others = groups.filter { abs($0[0] - first) > 2 * width }
    let rival = others.max { $0.count < $1.count }
    rivalMilliseconds = rival.flatMap {
      Double($0.count) >= Self.rivalShare * Double(most.count) ? LatencyReport.median($0) : nil
    }
    let reach = Self.aroundWidths / 2 * width
    let centre = milliseconds
    let near = sorted.count { abs($0 - centre) <= reach }
    let chances = Self.narrower.map { share in
      let agreeing = most.reduce(0) { count, first in
        max(count, most.count { first...first + share * width ~= $0 })
      }
      let expected = Double(near - agreeing + 1) * share / (Self.aroundWidths - share)
      return Double(sorted.count) * Self.poissonTail(atLeast: agreeing - 1, mean: expected)
    }
    chance = Double(chances.count) * (chances.min() ?? 1)
  }

  /// Why it cannot be given; nil if a share of at least `leastShare` agrees and the probability of
  /// chance is at most `mostChance`.
  /// many agree at most so often.
  func doubt(ofTaps tapCount: Int, leastShare: Double, mostChance: Double) -> TapResult.Doubt? {
    if count < max(Self.leastCount, Int((leastShare * Double(tapCount)).rounded(.up))) {
      return .tooFewAgree(count, ofTaps: tapCount)
    }
    if let rivalMilliseconds {
      return .twoDelays(
        min(milliseconds, rivalMilliseconds), max(milliseconds, rivalMilliseconds))
    }
    return chance > mostChance ? .tooFewAgree(count, ofTaps: tapCount) : nil
  }

  /// The probability of at least `count` independent events with the mean `mean`.
  private static func poissonTail(atLeast count: Int, mean: Double) -> Double {
    var term = exp(-mean)
    var below = 0.0
    for number in 0..<max(0, count) {
      below += term
      term *= mean / Double(number + 1)
    }
    return max(0, 1 - below)
  }
}
