// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc

/// A cowbell hit with the stick's shoulder: two strong modes a rough fifth apart, bent by the
/// mouth's edge into harmonics, and a wooden tick.
struct Cowbell: Drum {
  private let metal: [(hz: Double, ringSeconds: Double, level: Double)] = [
    (558, 0.42, 1), (837, 0.36, 0.8), (1_362, 0.16, 0.3), (1_981, 0.14, 0.28), (2_690, 0.1, 0.22),
    (3_905, 0.08, 0.2), (5_420, 0.06, 0.16), (7_100, 0.05, 0.1),
  ]

  func strike(velocity: Double, random: inout SeededGenerator) -> Sound {
    var sound = Sound(seconds: 0.55)
    let modes = metal.map {
      Mode(
        hz: random.around($0.hz, by: 0.0008), ringSeconds: random.around($0.ringSeconds, by: 0.06),
        level: random.around($0.level, by: 0.14), pan: random.uniform(-0.1...0.1))
    }
    sound.ring(
      modes, drivenBy: contactForce(seconds: random.around(0.0005 - 0.0003 * velocity, by: 0.06)))
    let tick = noiseBurst(ringSeconds: 0.01, random: &random)
      .filtered(.bandPass(hz: random.around(3_100, by: 0.08), q: 0.6))
    sound.add(tick, level: 0.08 + 0.3 * velocity)
    let drive = 0.3 + 1.5 * velocity
    sound.map { tanh(drive * $0 + 0.12) - tanh(0.12) }
    sound.filter(.highPass(hz: 120))
    return sound
  }
}
