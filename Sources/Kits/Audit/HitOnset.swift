// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// Where a hit begins in what a microphone recorded: the first frame within 20 dB of the loudest.
enum HitOnset {
  /// Linear, of the peak: 20 dB below it.
  static let threshold: Float = 0.1
  /// Linear, of the peak between the samples: where sounds are cut. 1.6 dB higher, for conversion to another
  /// rate moves the samples, and what is a beginning here must be one there.
  static let cutThreshold: Float = 0.12

  /// What is found.
  struct Found {
    /// Linear, of either side.
    let peak: Float
    /// The first frame within 20 dB of the peak; 0 for silence.
    let onsetFrame: Int
    /// The first frame that is a beginning at any sample rate; 0 for silence.
    let cutFrame: Int
  }

  /// Listens to both sides.
  static func find(in frames: [SIMD2<Float>]) -> Found {
    var peak: Float = 0
    for frame in frames { peak = max(peak, abs(frame.x), abs(frame.y)) }
    guard peak > 0 else { return Found(peak: 0, onsetFrame: 0, cutFrame: 0) }
    func first(_ least: Float) -> Int {
      frames.firstIndex { max(abs($0.x), abs($0.y)) >= least } ?? 0
    }
    let between = InterpolatedPeak.find(in: frames, peak: peak)
    return Found(
      peak: peak, onsetFrame: first(peak * threshold),
      cutFrame: first(min(peak, between * cutThreshold)))
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

  /// Linear, of either side; not below `peak`, that of the samples.
  static func find(in frames: [SIMD2<Float>], peak: Float) -> Float {
    var highest = peak
    for frame in frames.indices
    where max(abs(frames[frame].x), abs(frames[frame].y)) >= share * peak {
      for weights in weights {
        var value = SIMD2<Float>.zero
        for (index, weight) in weights.enumerated() {
          let source = frame + 1 - reach + index
          if frames.indices.contains(source) { value += weight * frames[source] }
        }
        highest = max(highest, abs(value.x), abs(value.y))
      }
    }
    return highest
  }
}
