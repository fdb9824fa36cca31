// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// How much of each period of a ``ToneComb`` comes back where a delay predicts it.
///
/// A delay that is wrong by whole periods matches most periods as well as the true one, but misses
/// the first or the last. So all must be there, with the same gain, and none before or after them.
struct ReturnedPeriods {
  /// How far around its predicted time a period is searched, in seconds.
  private static let nearSeconds = 0.002
  /// A period is present if it has this share of the usual gain.
  private static let leastShare: Float = 0.7
  /// Another path, and anything before and after, must stay below this share.
  private static let mostElsewhere: Float = 0.5

  /// The strongest match of a period.
  private struct Echo {
    /// At its predicted time.
    let gain: Float
    /// Anywhere else, and how many frames later: 0 up to a period.
    let elsewhere: (gain: Float, frames: Int)
    var most: Float { max(gain, elsewhere.gain) }
  }

  private let sizeFrames: Int
  private let periods: [Echo]
  private let outside: [Echo]

  /// Looks for `count` periods from the frame `lag` of `heard` on, and for one more before and one
  /// after them; `before` was recorded before `heard`.
  init(_ comb: ToneComb, count: Int, heard: [Float], before: [Float], lag: Int) {
    let length = comb.period.count
    sizeFrames = length
    let transform = RealTransform(size: length)
    let played = transform.spectrum(of: comb.period)
    let energy = comb.period.reduce(0) { $0 + $1 * $1 }
    let near = Int(Self.nearSeconds * comb.sampleRateHz)
    let all = before + heard
    func echo(_ number: Int) -> Echo {
      let start = before.count + lag + number * length
      let frames = (start..<start + length).map { all.indices.contains($0) ? all[$0] : 0 }
      let gains = transform.samples(of: transform.spectrum(of: frames).cross(played))
        .map { abs($0) / energy }
      let elsewhere = (near..<length - near).max { gains[$0] < gains[$1] } ?? near
      return Echo(
        gain: max(gains[..<near].max() ?? 0, gains[(length - near)...].max() ?? 0),
        elsewhere: (gains[elsewhere], elsewhere))
    }
    periods = (0..<count).map(echo)
    outside = [echo(-1), echo(count)]
  }

  /// Throws if periods are missing, or if there are others.
  func check(sampleRateHz: Double) throws(RoundFailure) {
    let usual = periods.map(\.gain).sorted()[periods.count / 2]
    let there = periods.count { $0.gain >= Self.leastShare * usual }
    guard there == periods.count else {
      throw .incomplete(heard: there, played: periods.count)
    }
    let others = periods.dropFirst().filter { $0.elsewhere.gain >= Self.mostElsewhere * usual }
    if let other = others.first, 2 * others.count > periods.count {
      let frames = min(other.elsewhere.frames, abs(other.elsewhere.frames - sizeFrames))
      throw .twoWays(apartMilliseconds: 1000 * Double(frames) / sampleRateHz)
    }
    guard outside.allSatisfy({ $0.most < Self.mostElsewhere * usual }) else {
      throw .twoWays(apartMilliseconds: 1000 * Double(sizeFrames) / sampleRateHz)
    }
  }
}
