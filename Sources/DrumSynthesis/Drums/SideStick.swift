// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc

/// A stick laid across the snare drum, with its end knocked on the rim: a dry click of wood, and a
/// little of the drum.
struct SideStick: Drum {
  private let wood: [(hz: Double, ringSeconds: Double, level: Double)] = [
    (412, 0.075, 0.28), (846, 0.07, 0.6), (1_735, 0.085, 1), (2_480, 0.05, 0.6),
    (3_390, 0.036, 0.55), (4_620, 0.028, 0.45), (6_150, 0.02, 0.3), (8_300, 0.014, 0.2),
  ]

  func strike(velocity: Double, random: inout SeededGenerator) -> Sound {
    var sound = Sound(seconds: 0.3)
    let tuning = random.around(1, by: 0.012)
    let modes = wood.map {
      Mode(
        hz: random.around($0.hz * tuning, by: 0.004),
        ringSeconds: random.around($0.ringSeconds, by: 0.08),
        level: random.around($0.level, by: 0.14), pan: random.uniform(-0.15...0.15))
    }
    sound.ring(
      modes, drivenBy: contactForce(seconds: random.around(0.00034 - 0.0002 * velocity, by: 0.08)))
    let body = Mode(hz: 196, ringSeconds: 0.12, level: random.around(0.25, by: 0.15))
    sound.ring([body], drivenBy: contactForce(seconds: 0.001))
    let click = noiseBurst(ringSeconds: 0.006, random: &random).filtered(.highPass(hz: 2_200))
    sound.add(click, level: 0.06 + 0.22 * velocity)
    let wires = noiseBurst(ringSeconds: 0.09, random: &random)
      .filtered(.bandPass(hz: 5_200, q: 0.7))
    sound.add(wires, level: 0.015 + 0.03 * velocity)
    return sound
  }
}
