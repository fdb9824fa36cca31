// SPDX-License-Identifier: GPL-3.0-or-later

/// Finds to the frame where a strike begins that comes out of a room's noise, or out of what rings on of an earlier one.
struct StrikeOnset {
  private static let order = 12
  private static let whiteShare = 1e-3
  /// What the noise is learned from, in seconds before the rough onset.
  private static let noiseSeconds = 0.006...0.040
  /// Where the onset is looked for, in seconds before and after the rough one.
  private static let searchSeconds = (before: 0.012, after: 0.004)
  private static let attackSeconds = 0.0006
  /// A strike begins at most this far below its loudest: filters of a recording ring before it, deeper.
  private static let floorDecibels = -46.0

  let sampleRateHz: Double

  /// The frame at which the strike begins that was heard about `rough`; nil where too little was heard before it.
  func frame(in samples: [Float], near rough: Int) -> Int? {
    func frames(_ seconds: Double) -> Int { Int((seconds * sampleRateHz).rounded()) }
    let noise =
      rough - frames(Self.noiseSeconds.upperBound)..<rough - frames(Self.noiseSeconds.lowerBound)
    let end = min(samples.count, rough + frames(Self.searchSeconds.after))
    guard noise.lowerBound >= 0, end > rough else { return nil }
    let prediction = LinearPrediction(
      of: samples[noise], order: Self.order, whiteShare: Self.whiteShare)
    let start = rough - frames(Self.searchSeconds.before)
    let new = prediction.residual(of: samples, in: start..<end)
    let loudest = new.reduce(0) { max($0, $1 * $1) }
    return start
      + VarianceChange.index(
        in: new, floorPower: loudest * powerRatio(decibels: Self.floorDecibels),
        attackCount: frames(Self.attackSeconds))
  }
}
