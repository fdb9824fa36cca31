// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc

/// A shaker: seeds that fly against the wall one by one, then rustle back.
///
/// Source: P. Cook, "Physically informed sonic modeling (PhISM): synthesis of percussive sounds", Computer Music Journal 21,
/// 1997 (grains of noise whose number fades, in a small resonance).
struct Shaker: Drum {
  private static let grainsPerSecond = 4_500.0

  func strike(velocity: Double, random: inout SeededGenerator) -> Sound {
    var sound = Sound(seconds: 0.28)
    let back = random.around(0.105, by: 0.06)
    for side in [-0.3, 0.3] {
      let grains = (0..<sound.frameCount).map { frame -> Double in
        let seconds = Double(frame) / sampleRateHz
        let forth = exp(-seconds / 0.022)
        let rustle = 0.3 * exp(-pow((seconds - back) / 0.028, 2))
        let isGrain = frame == 0 || Double(random.uniform()) < Self.grainsPerSecond / sampleRateHz
        return isGrain ? (forth + rustle) * random.normal() : 0
      }
      let low = grains.filtered(.bandPass(hz: random.around(3_300, by: 0.03), q: 1.2))
      let high = grains.filtered(
        .highPass(hz: 4_500), .lowPass(hz: 7_000 + 8_000 * velocity, q: 0.6))
      let thud = grains.filtered(.lowPass(hz: 700))
      sound.add(low, level: 0.5, pan: side)
      sound.add(high, level: 0.15 + 0.7 * velocity, pan: side)
      sound.add(thud, level: 0.35, pan: side)
    }
    return sound
  }
}
