// SPDX-License-Identifier: GPL-3.0-or-later

/// Finds to the frame where a strike begins that comes out of a room's noise.
///
/// Not whitened: what a lossy recording leaves of a beginning rings before it at the edge of its band, where whitening
/// would raise it.
struct StrikeOnset {
  /// Hum lies below, in hertz.
  private static let humHz = 300.0
  /// Where the onset is looked for, in seconds before and after the rough one.
  private static let searchSeconds = (before: 0.012, after: 0.004)
  /// The high-pass has settled after it, in seconds.
  private static let settlingSeconds = 0.028
  private static let attackSeconds = 0.0006
  /// A strike begins at most this far below its loudest: filters of a recording ring before it, deeper.
  private static let floorDecibels = -43.0
  /// A beginning that is clear is found from this too, within so many seconds.
  private static let higherFloorDecibels = -38.0
  private static let agreementSeconds = 0.0001

  let sampleRateHz: Double

  /// The frame at which the strike begins that was heard about `rough`; nil where too little was heard before it.
  func frame(in samples: [Float], near rough: Int) -> Int? {
    frame(in: samples, near: rough, floorDecibels: Self.floorDecibels)
  }

  /// The same where the strike's beginning leaves no doubt.
  func clearFrame(in samples: [Float], near rough: Int) -> Result<Int, RefusedTap> {
    let higher = frame(in: samples, near: rough, floorDecibels: Self.higherFloorDecibels)
    guard let frame = frame(in: samples, near: rough), let higher else {
      return .failure(RefusedTap(refusal: .cutOff))
    }
    let isClear = Double(abs(higher - frame)) <= Self.agreementSeconds * sampleRateHz
    return isClear ? .success(frame) : .failure(RefusedTap(refusal: .tapUnclear))
  }

  private func frame(in samples: [Float], near rough: Int, floorDecibels: Double) -> Int? {
    func frames(_ seconds: Double) -> Int { Int((seconds * sampleRateHz).rounded()) }
    let start = rough - frames(Self.searchSeconds.before)
    let settling = start - frames(Self.settlingSeconds)
    let end = min(samples.count, rough + frames(Self.searchSeconds.after))
    guard settling >= 0, end > rough else { return nil }
    let kept = 1 / (1 + 2 * Double.pi * Self.humHz / sampleRateHz)
    var high = 0.0
    var last = Double(samples[settling])
    let strike = samples[settling..<end].map { sample in
      high = kept * (high + Double(sample) - last)
      last = Double(sample)
      return high
    }.dropFirst(start - settling)
    let loudest = strike.reduce(0) { max($0, $1 * $1) }
    return start
      + VarianceChange.index(
        in: Array(strike), floorPower: loudest * powerRatio(decibels: floorDecibels),
        attackCount: frames(Self.attackSeconds))
  }
}
