// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc

/// The snare of an analogue drum machine: two sines for the shell, high-passed noise for the wires.
struct NoiseSnare: Drum {
  func strike(velocity: Double, random: inout SeededGenerator) -> Sound {
    var sound = Sound(seconds: 0.5)
    let modes = [(184.0, 0.26, 1.0), (336, 0.16, 0.6)].map {
      Mode(
        hz: random.around($0.0, by: 0.004), ringSeconds: random.around($0.1, by: 0.06),
        level: $0.2)
    }
    sound.ring(modes, drivenBy: [1], glide: tensionGlide(depth: 0.4, fallSeconds: 0.006))
    for side in [-0.25, 0.25] {
      let noise = noiseBurst(ringSeconds: random.around(0.3, by: 0.06), random: &random)
        .filtered(.highPass(hz: 1_700), .lowPass(hz: 5_000 + 9_000 * velocity))
      sound.add(noise, level: 0.12 + 0.3 * velocity, pan: side)
    }
    sound.map { tanh(1.3 * $0) }
    return sound
  }
}
