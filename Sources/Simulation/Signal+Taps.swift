// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

extension Signal {
  /// Taps on a table: noise that decays in 10 ms, one every `everyFrames` frames, soft and hard, over a quiet room.
  public static func taps(count: Int, everyFrames: Int, seed: UInt64 = 1) -> [Float] {
    var generator = SeededGenerator(seed: seed)
    var envelope: Float = 0
    return (0..<count).map { frame in
      if frame % everyFrames == everyFrames / 2 { envelope = 0.2 + 0.6 * generator.uniform() }
      envelope *= 0.9979
      return (envelope + 0.0005) * (2 * generator.uniform() - 1)
    }
  }
}
