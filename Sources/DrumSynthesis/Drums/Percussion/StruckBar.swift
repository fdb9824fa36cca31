// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc

/// A bar of wood or steel, struck with another: claves and triangle.
struct StruckBar: Drum {
  let modes: [(hz: Double, ringSeconds: Double, level: Double)]
  /// The contact time of the softest stroke.
  let contactSeconds: Double

  /// Two sticks of rosewood over a hollow hand.
  static let claves = StruckBar(
    modes: [(1_240, 0.05, 0.15), (2_480, 0.14, 1), (5_010, 0.05, 0.35), (7_420, 0.03, 0.25)],
    contactSeconds: 0.0004)
  /// A bent rod of steel: many modes, no pitch.
  static let triangle = StruckBar(
    modes: [
      (507, 2.2, 0.1), (1_213, 2.6, 0.25), (1_871, 2.8, 0.3), (2_960, 3, 0.4), (4_107, 3, 0.8),
      (4_119, 2.7, 0.6), (5_642, 2.8, 1), (7_204, 2.4, 0.9), (7_233, 2.2, 0.5), (9_127, 1.9, 0.8),
      (11_480, 1.4, 0.6), (14_050, 1, 0.4),
    ], contactSeconds: 0.0002)

  func strike(velocity: Double, random: inout SeededGenerator) -> Sound {
    var sound = Sound(seconds: (modes.map(\.ringSeconds).max() ?? 0) * 1.05)
    let struck = modes.map {
      Mode(
        hz: random.around($0.hz, by: 0.002), ringSeconds: random.around($0.ringSeconds, by: 0.08),
        level: random.around($0.level, by: 0.25), pan: random.uniform(-0.2...0.2))
    }
    sound.ring(
      struck,
      drivenBy: contactForce(
        seconds: random.around(contactSeconds * (1 - 0.6 * velocity), by: 0.08)))
    let tick = noiseBurst(ringSeconds: 0.006, random: &random)
      .filtered(.highPass(hz: 1_500), .lowPass(hz: 3_500 + 8_000 * velocity))
    sound.add(tick, level: (0.05 + 0.2 * velocity) * sound.peak)
    return sound
  }
}
