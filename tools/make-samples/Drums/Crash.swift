// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc

/// A 16-inch crash, struck on its edge: a low clang at once, then a bloom of high frequencies that
/// the harder blow makes brighter, and a long even fade.
struct Crash: Drum {
  private let bronze = Bronze(seed: 16, spacingHz: 34) { hz in
    4.4 / (1 + pow(hz / 7_500, 1.2))
  }

  func strike(velocity: Double, random: inout SeededGenerator) -> Sound {
    let brightHz = 2_800 + 5_200 * velocity
    let edge = random.around(1, by: 0.1)
    let blow = Bronze.Blow(
      contactSeconds: random.around(0.0008 - 0.0005 * velocity, by: 0.08),
      direct: { hz in 3 / (1 + pow(hz / (1_900 * edge), 0.3)) },
      cascade: { hz in
        2 * pow(velocity, 0.4) * pow(hz / 3_000, 0.45) / (1 + pow(hz / brightHz, 2.5))
      },
      bloomSeconds: { hz in 0.001 + 0.006 * (1.2 - velocity) * (hz / 5_000).squareRoot() },
      feedSeconds: 0.02 + 0.025 * velocity)
    var sound = bronze.sound(of: blow, seconds: 3.6, random: &random)
    // Modes too many to model one by one die first: the splash of the attack.
    let metalPeak = sound.peak
    for side in [-0.6, 0.6] {
      let splash = noiseBurst(ringSeconds: 0.3, random: &random)
        .filtered(.highPass(hz: 900), .lowPass(hz: brightHz, q: 0.6))
      sound.add(
        splash, level: metalPeak / Sound(mono: splash).peak * (0.35 + 0.3 * velocity), pan: side)
    }
    return sound
  }
}
