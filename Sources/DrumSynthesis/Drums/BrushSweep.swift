// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc

/// A brush drawn across the snare drum: many wires on the grain of the coating, louder and softer
/// with the hand.
struct BrushSweep: Drum {
  func strike(velocity: Double, random: inout SeededGenerator) -> Sound {
    let seconds = random.around(0.38, by: 0.05)
    var sound = Sound(seconds: seconds * 1.6)
    for side in [-0.35, 0.35] {
      let grain = whiteNoise(seconds: seconds * 1.6, random: &random)
        .filtered(.highPass(hz: 650), .lowPass(hz: 2_600 + 4_500 * velocity, q: 0.6))
      var level = SlowLevel(frameCount: grain.count)
      level.sway(by: 1.5, random: &random)
      let gains = level.gains(frameCount: grain.count)
      let swept = grain.enumerated().map { frame, sample in
        let part = Double(frame) / (seconds * sampleRateHz)
        return sample * gains[frame] * (0.12 + part) * exp(-3.2 * part * part)
      }
      sound.add(swept, pan: side)
    }
    // The tips of the wires meet the head when the sweep begins.
    let tip = noiseBurst(ringSeconds: 0.03, random: &random).filtered(.highPass(hz: 900))
    sound.add(tip, level: 0.2)
    return sound
  }
}
