// SPDX-License-Identifier: GPL-3.0-or-later
import Latency

/// How far the delays of many recordings lie from the truth.
struct Scores {
  private(set) var errors: [Double] = []
  private(set) var tapCount = 0

  /// Compares each delay that was found with that of the tap it belongs to.
  mutating func add(
    _ recording: TapRecording, _ result: TapResult, toAudible isAudible: Bool
  ) {
    tapCount += recording.tapFrames.count
    let truth = recording.delaysMilliseconds(toAudible: isAudible)
    for (frame, delay) in zip(result.tapFrames, result.delaysMilliseconds) {
      let nearest = recording.tapFrames.indices.min {
        abs(recording.tapFrames[$0] - frame) < abs(recording.tapFrames[$1] - frame)
      }
      if let nearest { errors.append(delay - truth[nearest]) }
    }
  }

  /// Counts the taps of a recording without a result.
  mutating func addUnreported(_ recording: TapRecording) { tapCount += recording.tapFrames.count }

  /// The part of the taps that were measured.
  var foundShare: Double { Double(errors.count) / Double(tapCount) }
  /// The part of those within `milliseconds` of the truth.
  func share(within milliseconds: Double) -> Double {
    Double(errors.filter { abs($0) <= milliseconds }.count) / Double(max(1, errors.count))
  }
  var worst: Double { errors.map(abs).max() ?? 0 }
}
