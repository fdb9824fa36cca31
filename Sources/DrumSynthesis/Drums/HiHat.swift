// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc

/// A pair of 14-inch hi-hats: pressed together, closed by the foot, or half open and sizzling.
struct HiHat: Drum {
  enum Position { case closed, pedal, half, open }

  let position: Position
  private let bronze = Bronze(seed: 14, spacingHz: 42, spread: 0.7) { hz in
    1.3 / (1 + hz / 18_000)
  }
  /// Pressed together, the plates have few modes that ring long enough to be distinct from their neighbours.
  private let pressed = Wash(
    bands: [
      .init(60, -45, 0.5), .init(120, -33, 0.42), .init(240, -25, 0.4), .init(480, -19, 0.38),
      .init(800, -19, 0.36), .init(1_250, -22, 0.34), .init(2_000, -26, 0.34),
      .init(3_150, -21.6, 0.36), .init(5_000, -14, 0.37), .init(8_000, -8, 0.37),
      .init(13_000, -9, 0.35), .init(19_000, -15, 0.33),
    ], grain: Grain(seed: 42, sameShare: 0.771), swayDecibels: 3.49, swayFall: 0.297,
    width: 0.3)
  /// Those of their modes that the other plate holds least: they stand out of the wash, in clusters.
  private let free = Bronze(seed: 42, spacingHz: 92.5, spread: 0.4) { hz in 0.38 / (1 + hz / 40_000)
  }

  /// The low part of open plates, which their stand transmits.
  private let stand = Wash(
    bands: [
      .init(120, -38, 1.4), .init(240, -31, 1.6), .init(480, -11, 1.8), .init(800, -13, 1.7),
      .init(1_250, -19, 1.7),
    ], grain: Grain(seed: 46, sameShare: 0.6), swayDecibels: 3.4, width: 0.3)
  /// The lowest modes of the stand, a tube. They are so far apart that they do not beat slowly.
  private let tube: [(hz: Double, ringSeconds: Double, level: Double)] = [
    (61, 1.8, 0.028), (107, 2, 0.032), (169, 2.1, 0.056),
  ]

  func strike(velocity: Double, random: inout SeededGenerator) -> Sound {
    position == .closed
      ? closed(velocity: velocity, random: &random) : moving(velocity: velocity, random: &random)
  }

  private func closed(velocity: Double, random: inout SeededGenerator) -> Sound {
    let freedom = random.around(0.82, by: 0.03)
    let tilt = 2.6 * (velocity - 0.75)
    var sound = pressed.sound(
      seconds: 0.8, tiltDecibels: tilt, freedom: freedom, random: &random)
    let blow = Bronze.Blow(
      contactSeconds: random.around(0.00022 - 0.0001 * velocity, by: 0.04),
      direct: { hz in pow(hz / 6_000, 1.82) }, cascade: { _ in 0 }, bloomSeconds: { _ in 0.001 },
      feedSeconds: 0.001, freedom: freedom, swayDecibels: 2.36, levelDeviation: 0.08)
    sound.add(free.sound(of: blow, seconds: 0.8, random: &random), level: 0.0361)
    let tip = contactClick(seconds: random.around(0.00022 - 0.0001 * velocity, by: 0.04))
    sound.add(tip, level: random.around(0.345 + 0.5 * velocity, by: 0.05))
    return sound
  }

  private func moving(velocity: Double, random: inout SeededGenerator) -> Sound {
    let brightHz =
      switch position {
      case .pedal: random.around(4_800 + 7_200 * velocity, by: 0.08)
      default: random.around(6_600 + 5_400 * velocity, by: 0.08)
      }
    let tilt = { (hz: Double) in 4 * pow(hz / 6_000, 0.9) / (1 + pow(hz / brightHz, 2.5)) }
    let chatter = { (hz: Double) in
      0.9 * pow(velocity, 0.35) * pow(hz / 6_000, 0.9) / (1 + pow(hz / (brightHz * 1.3), 4))
    }
    var blow = Bronze.Blow(
      contactSeconds: random.around(0.00036 - 0.00024 * velocity, by: 0.1),
      direct: tilt, cascade: chatter, bloomSeconds: { _ in 0.0005 }, feedSeconds: 0.006)
    var seconds = 0.6
    switch position {
    case .closed: break
    case .pedal:
      // No stick: the plates meet at their rims and trap a little air.
      blow.contactSeconds = 0.0006
      blow.direct = { hz in 0.5 * tilt(hz) }
      blow.cascade = { hz in 0.8 * pow(hz / 4_500, 0.6) / (1 + pow(hz / (brightHz * 0.9), 4)) }
      blow.bloomSeconds = { _ in 0.0008 }
      blow.feedSeconds = 0.006
      blow.freedom = random.around(0.14, by: 0.1)
    case .half:
      blow.feedSeconds = 0.05
      blow.cascade = { hz in 1.3 * chatter(hz) }
      blow.freedom = random.around(0.55, by: 0.1)
      seconds = 1.5
    case .open:
      blow.swayDecibels = 2.4
      blow.feedSeconds = 0.11
      blow.cascade = { hz in 1.6 * chatter(hz) }
      // The plates still touch here and there: nothing rings longer than on a free plate.
      blow.freedom = random.around(1, by: 0.08)
      seconds = 2.6
    }
    var sound = bronze.sound(of: blow, seconds: seconds, random: &random)
    let click = noiseBurst(ringSeconds: position == .pedal ? 0.012 : 0.006, random: &random)
      .filtered(.highPass(hz: position == .pedal ? 900 : 2_800), .lowPass(hz: brightHz * 1.4))
    sound.add(
      click, level: position == .pedal ? 4 + 6 * velocity : 2.4 + 2.4 * velocity)
    if position == .open {
      // A free plate gives way under the stick: the tip is heard before the stroke has reached the
      // rest of the metal.
      let tip = contactClick(seconds: random.around(0.00018 - 0.0001 * velocity, by: 0.08))
      sound.add(tip, level: random.around(0.55 * sound.peak, by: 0.1))
      addSizzle(to: &sound, brightHz: brightHz, random: &random)
      let loudness = sound.strikeLoudnessDecibels
      sound.map { $0 * pow(10, -loudness / 20) }
      sound.add(stand.sound(seconds: seconds, random: &random))
      let modes = tube.map {
        Mode(
          hz: random.around($0.hz, by: 0.01), ringSeconds: random.around($0.ringSeconds, by: 0.08),
          level: random.around($0.level, by: 0.3))
      }
      sound.ring(modes, drivenBy: contactForce(seconds: blow.contactSeconds))
      sound.filter(.lowPass(hz: 15_000, q: 0.6))
    }
    return sound
  }

  /// Half open, the two plates touch at random while they sway.
  private func addSizzle(
    to sound: inout Sound, brightHz: Double, random: inout SeededGenerator
  ) {
    let sway = noiseBurst(ringSeconds: 1.1, random: &random)
      .filtered(.lowPass(hz: 90), .lowPass(hz: 90))
    let touch = sway.map { max(0, $0) }
    let metalPeak = sound.peak
    for side in [-0.4, 0.4] {
      let hiss = zip(whiteNoise(seconds: 1.1, random: &random), touch).map { $0 * $1 }
        .filtered(.highPass(hz: 3_200), .lowPass(hz: brightHz * 1.2, q: 0.6))
      sound.add(hiss, level: 0.38 * metalPeak / Sound(mono: hiss).peak, pan: side)
    }
  }
}
