// SPDX-License-Identifier: GPL-3.0-or-later

/// Where a hit begins in what a microphone recorded: the first frame within 20 dB of the loudest.
enum HitOnset {
  /// Linear, of the peak: 20 dB below it.
  static let threshold: Float = 0.1
  /// Linear, of the peak: where sounds are cut. 1 dB higher, for conversion to another rate makes a peak higher too,
  /// and what is a beginning here must be one there.
  static let cutThreshold: Float = 0.1122

  /// What is found.
  struct Found {
    /// Linear, of either side.
    let peak: Float
    /// The first frame within 20 dB of the peak; 0 for silence.
    let onsetFrame: Int
    /// The first frame within 19 dB of the peak; 0 for silence.
    let cutFrame: Int
  }

  /// Listens to both sides.
  static func find(in frames: [SIMD2<Float>]) -> Found {
    var peak: Float = 0
    for frame in frames { peak = max(peak, abs(frame.x), abs(frame.y)) }
    guard peak > 0 else { return Found(peak: 0, onsetFrame: 0, cutFrame: 0) }
    func first(_ share: Float) -> Int {
      frames.firstIndex { max(abs($0.x), abs($0.y)) >= peak * share } ?? 0
    }
    return Found(peak: peak, onsetFrame: first(threshold), cutFrame: first(cutThreshold))
  }
}
