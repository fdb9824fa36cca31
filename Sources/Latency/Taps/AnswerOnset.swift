// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// Finds the beginning of an unknown drum: where it first rises out of the ringing of its tap.
///
/// It predicts the ringing (``LinearPrediction``); the drum begins where the power of the rest
/// rises most. It searches in several ways, which must agree: if the tap hides the beginning, there
/// is no result.
struct AnswerOnset {
  /// One way to search.
  private struct View {
    let order: Int
    let whiteShare: Double
    let floorDecibels: Double
    let beforeSeconds: Double
  }

  private static let views = [
    View(order: 32, whiteShare: 1e-2, floorDecibels: -36, beforeSeconds: 0.002),
    View(order: 64, whiteShare: 1e-3, floorDecibels: -36, beforeSeconds: 0.002),
    View(order: 48, whiteShare: 1e-2, floorDecibels: -30, beforeSeconds: 0.004),
  ]
  /// The views agree within this time, in seconds.
  private static let agreementSeconds = 0.00007
  /// The least rise of the rest where a drum begins.
  private static let leastRiseDecibels = 12.0
  /// The same if the usual delay is known; and how far from it to search, in seconds.
  private static let leastKnownRiseDecibels = 5.0
  private static let knownSeconds = 0.0006
  /// The range of delays, in seconds.
  static let searchSeconds = 0.0015...0.080
  /// The tap's own attack, in seconds.
  private static let tapSeconds = 0.0003
  private static let afterSeconds = 0.001
  /// How far around the steepest rise to look for its beginning, in seconds.
  private static let refineSeconds = (before: 0.003, after: 0.0015)
  private static let attackSeconds = 0.0006
  /// The longest swell of an attack, and how far it is above the sound before.
  private static let swellSeconds = 0.0002
  private static let swellDecibels = 3.0
  /// How much of a tap to look for in its answer, and how far around, in seconds.
  private static let echoSeconds = 0.003
  private static let nearSeconds = 0.0003
  /// Rises deeper than this below the tap's attack do not count.
  private static let restDecibels = -50.0

  let sampleRateHz: Double

  /// The frames from the tap that begins at `tap` to its drum.
  ///
  /// - Parameter usualFrames: The delay of other drums: a drum that begins at that time may drown
  ///   more than others. Nil if unknown.
  func delayFrames(
    in samples: [Float], tap: Int, near usualFrames: Double? = nil
  ) -> Result<Double, RefusedTap> {
    let count = frames(Self.searchSeconds.upperBound)
    let end = tap + count + frames(Self.afterSeconds + Self.refineSeconds.after)
    guard end < samples.count else { return .failure(RefusedTap(refusal: .cutOff)) }
    var searched = frames(Self.searchSeconds.lowerBound)..<count
    if let usual = usualFrames.map({ Int($0.rounded()) }) {
      let reach = frames(Self.knownSeconds)
      searched = searched.clamped(to: usual - reach..<usual + reach + 1)
    }
    let found = Self.views.map {
      rise($0, samples, tap: tap, searched: searched, count: count, end: end)
    }
    let rises = found.map(\.decibels)
    let leastRise = usualFrames == nil ? Self.leastRiseDecibels : Self.leastKnownRiseDecibels
    guard (rises.max() ?? 0) >= leastRise else {
      return .failure(RefusedTap(refusal: .noDrum))
    }
    let delays = found.map(\.frame).sorted()
    let spread = Double(delays[delays.count - 1] - delays[0]) / sampleRateHz
    guard spread <= Self.agreementSeconds else {
      return .failure(RefusedTap(refusal: .drumTooQuiet))
    }
    return .success(Double(delays[delays.count / 2]))
  }

  /// How much the sound `delayFrames` after the tap resembles the tap's own beginning, up to 1. An
  /// echo resembles it closely.
  func likenessToTap(in samples: [Float], tap: Int, delayFrames: Int) -> Double {
    let (length, near) = (min(delayFrames, frames(Self.echoSeconds)), frames(Self.nearSeconds))
    let first = tap - near
    let end = tap + delayFrames + near + length
    guard first >= 0, end < samples.count else { return 0 }
    let view = Self.views[0]
    let prediction = LinearPrediction(
      of: samples[tap..<end], order: view.order, whiteShare: view.whiteShare)
    let new = prediction.residual(of: samples, in: first..<end)
    let strike = new[near..<near + length]
    let energy = strike.reduce(1e-30) { $0 + $1 * $1 }
    return (-near...near).reduce(0) { most, shift in
      let answer = new[
        near + delayFrames + shift..<min(new.count, near + delayFrames + shift + length)]
      let product = zip(strike, answer).reduce(0) { $0 + $1.0 * $1.1 }
      let power = energy * answer.reduce(1e-30) { $0 + $1 * $1 }
      return max(most, abs(product) / power.squareRoot())
    }
  }

  private func frames(_ seconds: Double) -> Int { Int((seconds * sampleRateHz).rounded()) }

  /// Where in the `searched` frames after the tap the new sound rises most, and how far.
  private func rise(
    _ view: View, _ samples: [Float], tap: Int, searched: Range<Int>, count: Int, end: Int
  ) -> (frame: Int, decibels: Double) {
    let prediction = LinearPrediction(
      of: samples[tap..<tap + count], order: view.order, whiteShare: view.whiteShare)
    let new = prediction.residual(of: samples, in: tap..<end)
    var sums = [0.0]
    for sample in new { sums.append(sums[sums.count - 1] + sample * sample) }
    let loudest = new[..<frames(0.002)].reduce(0) { max($0, $1 * $1) }
    let rest = loudest * powerRatio(decibels: Self.restDecibels)
    let (before, after) = (frames(view.beforeSeconds), frames(Self.afterSeconds))
    var steepest = (frame: 0, ratio: 0.0)
    for frame in searched {
      let start = max(frame - before, frames(Self.tapSeconds))
      let past = (sums[frame] - sums[start]) / Double(frame - start) + rest
      let coming = (sums[frame + after] - sums[frame]) / Double(after) + rest
      if coming > steepest.ratio * past { steepest = (frame, coming / past) }
    }
    return (beginning(of: steepest.frame, in: new, view), 10 * log10(steepest.ratio))
  }

  /// The beginning of the rise about `frame`.
  private func beginning(of frame: Int, in new: [Double], _ view: View) -> Int {
    let first = max(frames(0.0005), frame - frames(Self.refineSeconds.before))
    let last = min(new.count, frame + frames(Self.refineSeconds.after))
    let loudest = new[frame..<min(new.count, frame + frames(Self.afterSeconds))]
      .reduce(0) { max($0, $1 * $1) }
    let change =
      first
      + VarianceChange.index(
        in: Array(new[first..<last]),
        floorPower: loudest * powerRatio(decibels: view.floorDecibels),
        attackCount: frames(Self.attackSeconds))
    return swell(before: change, from: first, in: new)
  }

  /// The beginning of a swelling attack, which a change of power would show too late: as far back
  /// as all samples stand out.
  private func swell(before change: Int, from first: Int, in new: [Double]) -> Int {
    let end = max(first, change - frames(Self.swellSeconds))
    guard end - first >= frames(Self.swellSeconds) else { return change }
    let power = new[first..<end].reduce(0) { $0 + $1 * $1 } / Double(end - first)
    let least = power * powerRatio(decibels: Self.swellDecibels)
    var begin = change
    while begin > end, new[begin - 1] * new[begin - 1] > least { begin -= 1 }
    return begin
  }
}

/// The ratio of two powers that lie so many decibels apart.
func powerRatio(decibels: Double) -> Double { pow(10, decibels / 10) }
