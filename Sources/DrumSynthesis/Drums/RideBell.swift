// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc

/// The bell of the ride, struck with the shoulder of the stick: a few strong partials, clear and
/// long, over little wash.
///
/// The bell is stiff and moves nearly by itself. It rings with the modes of a shallow shell, which
/// are far apart, and the bow follows. Source: Fletcher and Rossing, sections 20.1 and 20.2.
struct RideBell: Drum {
  private let bronze = Bronze(seed: 20, spacingHz: 60) { hz in
    3.6 / (1 + pow(hz / 4_000, 1.1))
  }
  private let bell: [(hz: Double, ringSeconds: Double, level: Double)] = [
    (413, 2.2, 0.12), (743, 2.9, 0.24), (1_176, 3.1, 0.32), (1_693, 3.2, 0.45), (2_087, 3, 0.65),
    (2_842, 2.8, 1), (3_391, 2.6, 0.85), (4_218, 2.3, 0.9), (5_306, 1.9, 0.85), (6_745, 1.6, 0.8),
    (8_390, 1.2, 0.7), (10_480, 0.8, 0.5),
  ]

  func strike(velocity: Double, random: inout SeededGenerator) -> Sound {
    let brightHz = 3_400 + 5_600 * velocity
    let blow = Bronze.Blow(
      contactSeconds: random.around(0.0004 - 0.00025 * velocity, by: 0.1),
      direct: { hz in 0.12 * hz / (hz + 900) / (1 + pow(hz / brightHz, 1.5)) },
      cascade: { hz in 0.1 * velocity * pow(hz / 3_000, 0.4) / (1 + pow(hz / brightHz, 2.5)) },
      bloomSeconds: { hz in 0.008 + 0.02 * (hz / 5_000).squareRoot() }, feedSeconds: 0.12)
    var sound = bronze.sound(of: blow, seconds: 3.4, random: &random)
    let modes = bell.map {
      Mode(
        hz: random.around($0.hz, by: 0.0005), ringSeconds: random.around($0.ringSeconds, by: 0.08),
        level: 6 * random.around($0.level, by: 0.25) / (1 + pow($0.hz / brightHz, 2)),
        pan: random.uniform(-0.4...0.4), phaseRadians: random.uniform(-1.4...1.4))
    }
    sound.ring(
      modes, drivenBy: contactForce(seconds: random.around(0.0003 - 0.00018 * velocity, by: 0.08)))
    let tip = noiseBurst(ringSeconds: 0.008, random: &random)
      .filtered(.bandPass(hz: random.around(4_400, by: 0.06), q: 0.5))
    sound.add(tip, level: 2 + 4.5 * velocity)
    return sound
  }
}
