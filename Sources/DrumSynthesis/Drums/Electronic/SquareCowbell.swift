// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc

/// The cowbell of an analogue drum machine: two square waves through a band-pass.
struct SquareCowbell: Drum {
  func strike(velocity: Double, random: inout SeededGenerator) -> Sound {
    var sound = Sound(seconds: 0.5)
    let modes = [540.0, 800].flatMap { hz in
      let own = random.around(hz, by: 0.002)
      return stride(from: 1.0, through: 19, by: 2).map { harmonic in
        Mode(hz: own * harmonic, ringSeconds: random.around(0.4, by: 0.04), level: 1 / harmonic)
      }
    }
    sound.ring(modes, drivenBy: [1])
    sound.filter(.highPass(hz: 400))
    sound.filter(.lowPass(hz: 1_800 + 3_000 * velocity))
    let tick = contactClick(seconds: 0.0005 - 0.0003 * velocity)
    sound.add(tick, level: 0.15 + 0.6 * velocity)
    return sound
  }
}
