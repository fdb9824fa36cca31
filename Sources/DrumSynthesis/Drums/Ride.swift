// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc

/// A 20-inch ride, struck with the tip of the stick: a clear, steady ping over a dark wash.
struct Ride: Drum {
  private let bronze = Bronze(seed: 20, spacingHz: 36) { hz in
    4.6 / (1 + pow(hz / 4_500, 1.4))
  }
  /// The sound of the many modes between those of the ping.
  private let wash = Wash(
    bands: [
      .init(240, -36, 4), .init(480, -28, 4.5), .init(800, -29, 5), .init(1_250, -26, 5),
      .init(2_000, -23, 5), .init(3_150, -18, 4.6), .init(5_000, -13, 4.2),
      .init(8_000, -9, 3.2), .init(13_000, -11, 1.4), .init(19_000, -22, 0.8),
    ], grain: Grain(seed: 51, sameShare: 0.6), swayDecibels: 2.2, width: 0.55, evenness: 0.75)
  private let ping: [(hz: Double, ringSeconds: Double, level: Double)] = [
    (487, 3.04, 0.14), (741, 2.56, 0.16), (1_213, 1.92, 0.2), (2_347, 1.28, 0.3),
    (3_129, 1.2, 0.55),
    (3_818, 1.12, 0.6), (4_641, 0.88, 0.5), (5_527, 0.8, 0.45), (6_893, 0.64, 0.35),
    (8_410, 0.48, 0.25),
  ]

  func strike(velocity: Double, random: inout SeededGenerator) -> Sound {
    let brightHz = 2_600 + 4_200 * velocity
    let blow = Bronze.Blow(
      contactSeconds: random.around(0.00034 - 0.0002 * velocity, by: 0.1),
      direct: { hz in 0.2 * hz / (hz + 900) / (1 + pow(hz / 6_000, 1.5)) },
      cascade: { hz in
        0.2 * velocity * pow(hz / 3_000, 0.3) / (1 + pow(hz / brightHz, 2.5))
      },
      bloomSeconds: { hz in 0.01 + 0.03 * (hz / 5_000).squareRoot() }, feedSeconds: 0.18)
    var sound = bronze.sound(of: blow, seconds: 3.4, random: &random)
    let modes = ping.enumerated().flatMap { index, tone in
      Mode(
        hz: random.around(tone.hz, by: 0.0003),
        ringSeconds: random.around(tone.ringSeconds, by: 0.06),
        level: 6.5 * random.around(tone.level, by: 0.15), pan: random.uniform(-0.3...0.3),
        phaseRadians: random.uniform(-0.5...0.5)
      ).pair(
        apartHz: 0.9 + 0.7 * Double(index * 5 % 7), share: random.around(0.45, by: 0.2))
    }
    sound.ring(
      modes, drivenBy: contactForce(seconds: random.around(0.00022 - 0.0001 * velocity, by: 0.08)))
    let tip = noiseBurst(ringSeconds: 0.012, random: &random)
      .filtered(.bandPass(hz: random.around(5_000, by: 0.06), q: 0.5))
    sound.add(tip, level: 2.8 + 4.4 * velocity)
    let loudness = sound.strikeLoudnessDecibels
    sound.map { $0 * pow(10, -loudness / 20) }
    let metal = wash.sound(
      seconds: 3.4, tiltDecibels: 1.6 * (velocity - 0.7), random: &random)
    sound.add(metal, level: 1.5)
    return sound
  }
}
