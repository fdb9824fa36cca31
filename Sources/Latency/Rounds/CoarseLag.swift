// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// How many whole frames later what was played is heard, over the whole of a recording.
struct CoarseLag {
  /// The lag at which the two are most alike, either way up.
  let frames: Int
  private let likenesses: [Float]

  /// Compares `heard` with `played`, which begin at the same frame, by what they have below a frequency in cycles a frame:
  /// low tones remain alike where the delay moves by some frames meanwhile.
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

  /// The lag, of those that lie in `frames` before the one that was found, at which the two are most alike, if so by at
  /// least a `share` of it.
  func earlier(by frames: Range<Int>, share: Float) -> Int? {
    let lags = max(0, self.frames - frames.upperBound)..<max(0, self.frames - frames.lowerBound)
    let other = lags.max { likenesses[$0] < likenesses[$1] }
    return other.flatMap { likenesses[$0] >= share * likenesses[self.frames] ? $0 : nil }
  }
}
