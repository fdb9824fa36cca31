// SPDX-License-Identifier: GPL-3.0-or-later

/// Where something begins to sound in a recording, and how loud.
struct OnsetList: Sendable {
  struct Onset: Sendable {
    let frame: Int
    /// The highest sample of the next 30 ms.
    let peak: Float
  }

  private(set) var onsets: [Onset] = []

  /// The power of the sound, or of its high part, rises by 9 dB within a millisecond.
  private static let rise: Float = 8
  private static let blockFrames = 48
  /// What is compared: the 15 ms before.
  private static let pastBlocks = 15
  private static let restBlocks = 40
  private static let floor: Float = 1e-4

  /// Of one channel at 48 kHz.
  init(_ samples: [Float]) {
    let blocks = stride(from: 2, to: samples.count - Self.blockFrames, by: Self.blockFrames).map {
      first -> SIMD2<Float> in
      (first..<first + Self.blockFrames).reduce(.zero) { sum, frame in
        let high = samples[frame] - 2 * samples[frame - 1] + samples[frame - 2]
        return sum + SIMD2(samples[frame] * samples[frame], high * high)
      }
    }
    var resting = 0
    for (place, power) in blocks.enumerated() {
      resting -= 1
      let past = blocks[max(0, place - Self.pastBlocks)..<place]
      let most = past.reduce(SIMD2<Float>.zero) { pointwiseMax($0, $1) } + Self.floor
      guard resting <= 0, any(power .> Self.rise * most) else { continue }
      let frame = 2 + place * Self.blockFrames
      let peak = samples[frame..<min(samples.count, frame + 1440)].map(abs).max() ?? 0
      onsets.append(Onset(frame: frame, peak: peak))
      resting = Self.restBlocks
    }
  }

  /// Both have as many, each within 10 ms and 1 dB.
  func isLike(_ other: OnsetList) -> Bool {
    onsets.count == other.onsets.count
      && zip(onsets, other.onsets).allSatisfy { one, two in
        abs(one.frame - two.frame) <= 480 && (0.89...1.12).contains(one.peak / two.peak)
      }
  }
}
