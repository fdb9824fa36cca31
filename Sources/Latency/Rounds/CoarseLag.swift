// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// The delay between what was played and what was heard, in whole frames, over a whole recording.
struct CoarseLag {
  /// The lag of the greatest likeness, in either polarity.
  let frames: Int
  private let likenesses: [Float]

  /// Compares `heard` with `played`, which begin at the same frame, below a frequency in cycles a
  /// frame. Low tones stay alike even if the delay moves by some frames.
  init(played: [Float], heard: [Float], highestFrequency: Double = 0.5) {
    let transform = RealTransform(size: RealTransform.size(holding: played.count + heard.count))
    var cross = transform.spectrum(of: heard).cross(transform.spectrum(of: played))
    for bin in cross.indices where Double(bin) > highestFrequency * Double(transform.size) {
      (cross.real[bin], cross.imaginary[bin]) = (0, 0)
    }
    let correlation = transform.samples(of: cross)
    var best = 0
    for lag in 0..<heard.count where abs(correlation[lag]) > abs(correlation[best]) { best = lag }
    frames = best
    likenesses = correlation.prefix(heard.count).map(abs)
  }

  /// The most alike lag among those that lie in `frames` before the found lag; nil if its likeness
  /// is below a `share` of the found one's.
  func earlier(by frames: Range<Int>, share: Float) -> Int? {
    let lags = max(0, self.frames - frames.upperBound)..<max(0, self.frames - frames.lowerBound)
    let other = lags.max { likenesses[$0] < likenesses[$1] }
    return other.flatMap { likenesses[$0] >= share * likenesses[self.frames] ? $0 : nil }
  }
}
