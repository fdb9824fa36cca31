// SPDX-License-Identifier: GPL-3.0-or-later

/// Flams: grace notes, each shortly before its stroke.
enum FlamSignal {
  /// How far from its attack each of the two may be found, in seconds.
  static let tolerance = Tolerance(before: 0.004, after: 0.006)
  static let pairCount = 40
  private static let roomDecibels = -66.0
  private static let graceDecibels = -18.0
  private static let strokeDecibels = -12.0
  private static let firstSeconds = 1.0
  /// Flams do not keep to a grid: each comes some milliseconds beside it, in a cycle of seven.
  private static let (apartSeconds, besideSeconds) = (0.97, 0.004)

  /// Forty flams, the two strikes of each drawn by lot, with the grace note `gapSeconds` before the stroke.
  static func make(_ strikes: StrikeSet, gapSeconds: Double, seed: UInt64) -> TestSignal {
    var maker = NoiseMaker(seed: seed)
    var signal = TestSignal(
      seconds: firstSeconds + Double(pairCount) * apartSeconds + 1,
      sampleRateHz: strikes.sampleRateHz)
    signal.addNoise(decibels: roomDecibels, &maker)
    for pair in 0..<pairCount {
      let seconds =
        firstSeconds + Double(pair) * apartSeconds + besideSeconds * Double(pair % 7)
      for (decibels, late) in [(graceDecibels, 0), (strokeDecibels, gapSeconds)] {
        signal.strike(
          strikes.clips[maker.index(below: strikes.clips.count)], peakDecibels: decibels,
          atSeconds: seconds + late)
      }
    }
    return signal
  }

  /// Flams of which both strikes were heard.
  static func bothHeard(_ score: TestSignalScore) -> Int {
    stride(from: 0, to: score.strikes - 1, by: 2).count {
      score.isHeard[$0] && score.isHeard[$0 + 1]
    }
  }
}
