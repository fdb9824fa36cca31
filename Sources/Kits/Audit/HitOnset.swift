// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// Where a hit begins: the first frame within 20 dB of the loudest.
enum HitOnset {
  /// A share of the peak, linear: 20 dB below it.
  static let threshold: Float = 0.1
  /// A share of the peak, linear: where sounds are cut. It is 1.6 dB higher because conversion to
  /// another rate, and detuned strokes, move the samples. What is a beginning here must be one
  /// there.
  static let cutThreshold: Float = 0.12
  /// A share of the peak, linear: 40 dB below it. Softer sound is silence or noise.
  static let audibleThreshold: Float = 0.01

  /// The result.
  struct Found: Equatable {
    /// The peak of each side, linear, including between the samples.
    let peaks: SIMD2<Float>
    /// The first frame within 40 dB of the peak; 0 for silence.
    let audibleFrame: Int
    /// The first frame within 20 dB of the peak; 0 for silence.
    let onsetFrame: Int
    /// The first frame that is a beginning at any sample rate; 0 for silence.
    let cutFrame: Int

    /// The peak of the louder side.
    var peak: Float { peaks.max() }
  }

  /// Measures both sides.
  ///
  /// - Parameter later: The linear peaks of the sound after the frames; none by default.
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

/// The peak of a sound including between its samples.
enum InterpolatedPeak {
  /// The samples on either side from which a value between two is computed.
  private static let reach = 12
  /// Lower samples have no higher peak beside them, as a linear share of the peak.
  private static let share: Float = 0.6

  /// The weights of the samples around a place a quarter, a half and three quarters on: a windowed
  /// sinc.
  private static let weights: [[Float]] = [0.25, 0.5, 0.75].map { (place: Float) in
    (1 - reach...reach).map { offset in
      let distance = Float(offset) - place
      let window = cos(.pi * distance / Float(2 * reach))
      return sin(.pi * distance) / (.pi * distance) * window * window
    }
  }

  /// The peak of each side, linear; not below that of the samples.
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
