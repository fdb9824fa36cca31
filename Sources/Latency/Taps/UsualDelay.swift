// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// The delay that most taps share, and what speaks against it.
struct UsualDelay {
  /// How often delays would agree by chance is told by those so many widths around.
  private static let aroundWidths = 10.0
  /// The better they agree, the less likely it is chance: shares of the width that are tried.
  private static let narrower = [1, 1.0 / 3]
  /// Fewer agreeing taps say nothing.
  static let leastCount = 4
  /// Another delay is as likely where so large a part of the taps have it.
  private static let rivalShare = 0.6

  /// The median of those that agree.
  let milliseconds: Double
  /// How many taps have it.
  let count: Int
  /// How probable it is that chance makes as many agree.
  let chance: Double
  /// Another delay that nearly as many taps have; nil if none has.
  let rivalMilliseconds: Double?

  /// The delay that most of `delays`, in milliseconds, share: all lie within `widthMilliseconds`. Nil if there are none.
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

  /// Why it must not be told; nil if nothing speaks against it: such a share of all taps agrees, and chance makes as
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

  /// The probability that at least `count` of events come that are independent, `mean` of them in the mean.
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
