// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc

/// A drum played with a brush, a fan of thin wires that each land at a different moment.
///
/// It sounds like the drum struck many times within some milliseconds, more and more softly. The
/// attack is spread out; the tone colour stays.
struct Brushed: Drum {
  let drum: any Drum

  private static let wireCount = 10
  /// The time within which most wires have landed.
  private static let landingSeconds = 0.007

  func strike(velocity: Double, random: inout SeededGenerator) -> Sound {
    // Wires bend: the hardest hit of a brush is like a medium one of a stick.
    let single = drum.strike(velocity: 0.2 + 0.45 * velocity, random: &random)
    var sound = single
    for _ in 1..<Self.wireCount {
      let late = -Self.landingSeconds * log(1 - random.uniform(0...0.98))
      let start = Int(late * sampleRateHz)
      let level = random.uniform(0.2...0.6)
      for frame in 0..<max(0, single.frameCount - start) {
        sound.left[start + frame] += level * single.left[frame]
        sound.right[start + frame] += level * single.right[frame]
      }
    }
    let rustle = noiseBurst(ringSeconds: 0.07, random: &random)
      .filtered(.highPass(hz: 1_500), .lowPass(hz: 4_000 + 5_000 * velocity))
    sound.add(rustle, level: (0.03 + 0.05 * velocity) * sound.peak)
    return sound
  }
}
