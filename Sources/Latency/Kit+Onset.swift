// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

extension Kit {
  /// A sound is heard from where it first comes within 20 dB of its peak.
  private static let audibleShare: Float = 0.1

  /// How many frames the kit's sounds take to be heard: the delay that lies in the samples themselves.
  public var medianOnsetFrames: Int {
    let onsets = pads.flatMap(\.layers).flatMap(\.variations)
      .map { Self.onsetFrames(memory.frames(of: $0.sound)) }.sorted()
    return onsets[onsets.count / 2]
  }

  private static func onsetFrames(_ frames: [SIMD2<Float>]) -> Int {
    let levels = frames.map { max(abs($0.x), abs($0.y)) }
    let threshold = audibleShare * (levels.max() ?? 0)
    return levels.firstIndex { $0 >= threshold } ?? 0
  }
}
