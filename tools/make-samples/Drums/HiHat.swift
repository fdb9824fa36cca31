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

  func strike(velocity: Double, random: inout SeededGenerator) -> Sound {
    let brightHz =
      switch position {
      case .closed: 4_200 + 5_500 * velocity
      case .pedal: random.around(4_800 + 7_200 * velocity, by: 0.08)
      case .half, .open: random.around(6_600 + 5_400 * velocity, by: 0.08)
      }
    // Pressed together the plates hardly move as a whole: what is low is missing.
    let slope = position == .closed ? 1.5 : 0.9
    let tilt = { (hz: Double) in 4 * pow(hz / 6_000, slope) / (1 + pow(hz / brightHz, 2.5)) }
    let chatter = { (hz: Double) in
      0.9 * pow(velocity, 0.35) * pow(hz / 6_000, 0.9) / (1 + pow(hz / (brightHz * 1.3), 4))
    }
    var blow = Bronze.Blow(
      contactSeconds: random.around(0.00036 - 0.00024 * velocity, by: 0.1),
      direct: tilt, cascade: chatter, bloomSeconds: { _ in 0.0005 }, feedSeconds: 0.006)
    var seconds = 0.6
    switch position {
    case .closed:
      blow.freedom = random.around(0.2, by: 0.1)
    case .pedal:
      // No stick: the two meet at their rims and trap a little air.
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
      blow.feedSeconds = 0.11
      blow.cascade = { hz in 1.6 * chatter(hz) }
      // The plates still touch here and there: nothing rings longer than a free one.
      blow.freedom = random.around(1, by: 0.08)
      seconds = 2.6
    }
    var sound = bronze.sound(of: blow, seconds: seconds, random: &random)
    let click = noiseBurst(ringSeconds: position == .pedal ? 0.012 : 0.006, random: &random)
      .filtered(.highPass(hz: position == .pedal ? 900 : 2_800), .lowPass(hz: brightHz * 1.4))
    let clicks = [Position.closed: 1.1 + 0.9 * velocity, .pedal: 4 + 6 * velocity]
    sound.add(click, level: clicks[position] ?? 2.4 + 2.4 * velocity)
    if position == .closed {
      let tip = contactClick(seconds: random.around(0.00018 - 0.0001 * velocity, by: 0.08))
      sound.add(tip, level: random.around(1.2 + 2 * velocity, by: 0.1))
    }
    if position == .open {
      // Below the stick a free plate gives way: its tip is heard before the rest of the metal has been reached.
      let tip = contactClick(seconds: random.around(0.00018 - 0.0001 * velocity, by: 0.08))
      sound.add(tip, level: random.around(0.4 * sound.peak, by: 0.1))
      addSizzle(to: &sound, brightHz: brightHz, random: &random)
    }
    return sound
  }

  /// Half open, the two keep touching at random while they sway.
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
      sound.add(hiss, level: 0.3 * metalPeak / Sound(mono: hiss).peak, pan: side)
    }
  }
}
