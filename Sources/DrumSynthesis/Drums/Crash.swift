// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc

/// A 16-inch crash, struck on its edge: first a low clang, then a bloom of high frequencies, then a
/// long even fade. A harder hit makes the bloom brighter.
struct Crash: Drum {
  private let bronze = Bronze(seed: 16, spacingHz: 34) { hz in
    4.4 / (1 + pow(hz / 7_500, 1.2))
  }

  /// Modes that are too many to model one by one.
  private let splash = Wash(
    bands: [
      .init(240, -24, 5), .init(480, -17, 5), .init(800, -18, 4.6), .init(1_250, -19, 4.6),
      .init(2_000, -15, 4.4), .init(3_150, -10, 3.8), .init(5_000, -7, 3.4),
      .init(8_000, -18, 2.6), .init(13_000, -24, 1.7), .init(19_000, -34, 1.1),
    ], grain: Grain(seed: 49, sameShare: 0.6), swayDecibels: 2, width: 0.6, evenness: 0.85)

  func strike(velocity: Double, random: inout SeededGenerator) -> Sound {
    let brightHz = 2_800 + 5_200 * velocity
    let edge = random.around(1, by: 0.1)
    let blow = Bronze.Blow(
      contactSeconds: random.around(0.0008 - 0.0005 * velocity, by: 0.08),
      direct: { hz in 1.5 / (1 + pow(hz / (1_900 * edge), 0.3)) },
      cascade: { hz in
        2 * pow(velocity, 0.4) * pow(hz / 3_000, 0.45) / (1 + pow(hz / brightHz, 2.5))
      },
      bloomSeconds: { hz in 0.001 + 0.006 * (1.2 - velocity) * (hz / 5_000).squareRoot() },
      feedSeconds: 0.02 + 0.025 * velocity)
    var sound = bronze.sound(of: blow, seconds: 3.6, random: &random)
    let loudness = sound.strikeLoudnessDecibels
    sound.map { $0 * pow(10, -loudness / 20) }
    let metal = splash.sound(
      seconds: 3.6, tiltDecibels: 1.2 * (velocity - 0.7), riseSeconds: 0.005, random: &random)
    sound.add(metal, level: 1.3)
    let tip = contactClick(seconds: random.around(0.0003 - 0.00016 * velocity, by: 0.1))
    sound.add(tip, level: 0.25)
    return sound
  }
}
