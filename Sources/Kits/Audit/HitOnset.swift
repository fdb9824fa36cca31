// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// Where a hit begins: the first frame within 20 dB of the loudest.
enum HitOnset {
  /// Linear, of the peak: 20 dB below it.
  static let threshold: Float = 0.1
  /// Linear, of the peak: where sounds are cut. 1.6 dB higher, for conversion to another rate, and strokes that are
  /// detuned, move the samples, and what is a beginning here must be one there.
  static let cutThreshold: Float = 0.12
  /// Linear, of the peak: 40 dB below it, softer is silence or noise.
  static let audibleThreshold: Float = 0.01

  /// What is found.
  struct Found: Equatable {
    /// Linear, of each side, between the samples.
    let peaks: SIMD2<Float>
    /// The first frame within 40 dB of the peak; 0 for silence.
    let audibleFrame: Int
    /// The first frame within 20 dB of the peak; 0 for silence.
    let onsetFrame: Int
    /// The first frame that is a beginning at any sample rate; 0 for silence.
    let cutFrame: Int

    /// Of either side.
    var peak: Float { peaks.max() }
  }

  /// Listens to both sides.
  ///
  /// - Parameter later: Linear peaks of the sound after the frames; by default none.
  static func find(in frames: [SIMD2<Float>], later: SIMD2<Float> = .zero) -> Found {
    let peaks = pointwiseMax(later, InterpolatedPeak.find(in: frames))
    let peak = peaks.max()
    let loudest = frames.reduce(0) { max($0, abs($1.x), abs($1.y)) }
    func first(_ share: Float) -> Int {
      let least = min(loudest, share * peak)
      return frames.firstIndex { max(abs($0.x), abs($0.y)) >= least } ?? 0
    }
    return Found(
      peaks: peaks, audibleFrame: first(audibleThreshold), onsetFrame: first(threshold),
      cutFrame: first(cutThreshold))
  }
}

/// The peak of a sound between its samples.
enum InterpolatedPeak {
  /// Samples on either side that a value between two is made of.
  private static let reach = 12
  /// Lower samples have no higher peak beside them, linear, of the peak.
  private static let share: Float = 0.6

  /// Weights of the samples around a place a quarter, a half and three quarters on: a windowed sinc.
  private static let weights: [[Float]] = [0.25, 0.5, 0.75].map { (place: Float) in
    (1 - reach...reach).map { offset in
      let distance = Float(offset) - place
      let window = cos(.pi * distance / Float(2 * reach))
      return sin(.pi * distance) / (.pi * distance) * window * window
    }
  }

  /// Linear, of each side; not below that of the samples.
  static func find(in frames: [SIMD2<Float>]) -> SIMD2<Float> {
    var highest = SIMD2<Float>.zero
    for frame in frames { highest = pointwiseMax(highest, abs(frame)) }
    let least = pointwiseMax(share * highest, SIMD2(repeating: .leastNonzeroMagnitude))
    for frame in frames.indices where any(abs(frames[frame]) .>= least) {
      for weights in weights {
        var value = SIMD2<Float>.zero
        for (index, weight) in weights.enumerated() {
          let source = frame + 1 - reach + index
          if frames.indices.contains(source) { value += weight * frames[source] }
        }
        highest = pointwiseMax(highest, abs(value))
      }
    }
    return highest
  }

  private static func abs(_ frame: SIMD2<Float>) -> SIMD2<Float> {
    SIMD2(Swift.abs(frame.x), Swift.abs(frame.y))
  }
}
