// SPDX-License-Identifier: GPL-3.0-or-later

/// Where a hit begins in what a microphone recorded: the first frame within 20 dB of the loudest.
enum HitOnset {
  /// Linear, of the peak.
  static let threshold: Float = 0.1

  /// The peak of either side, linear, and the index of the first frame at or above a tenth of it; 0 for silence.
  static func find(in frames: [SIMD2<Float>]) -> (peak: Float, frame: Int) {
    var peak: Float = 0
    for frame in frames { peak = max(peak, abs(frame.x), abs(frame.y)) }
    guard peak > 0 else { return (0, 0) }
    let least = peak * threshold
    return (peak, frames.firstIndex { abs($0.x) >= least || abs($0.y) >= least } ?? 0)
  }
}
