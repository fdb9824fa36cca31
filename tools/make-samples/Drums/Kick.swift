// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc

/// A 22-inch bass drum, damped by a pillow, struck by a felt beater.
///
/// The head's modes glide down as its tension relaxes; the beater adds a slap and a click, the
/// hole in the front head a puff of air.
struct Kick: Drum {
  private let head = Membrane(fundamentalHz: 54, ringSeconds: 0.5, damping: 1, airLoad: 1.6)

  func strike(velocity: Double, random: inout SeededGenerator) -> Sound {
    var sound = Sound(seconds: 0.9)
    let contact = contactForce(seconds: random.around(0.0062 - 0.0034 * velocity, by: 0.04))
    let glide = tensionGlide(
      depth: random.around(0.16 + 0.62 * velocity, by: 0.06), fallSeconds: 0.022)
    let modes = head.modes(struckAt: random.uniform(0.04...0.2), random: &random).map { mode in
      var narrow = mode
      narrow.pan *= 0.2
      return narrow
    }
    sound.ring(modes, drivenBy: contact, glide: glide)
    let drive = 0.7 + 0.9 * velocity
    sound.map { tanh(drive * $0) }

    let slap = noiseBurst(ringSeconds: random.around(0.028, by: 0.08), random: &random)
      .filtered(.bandPass(hz: random.around(1_150, by: 0.06), q: 0.7))
    sound.add(slap, level: 0.2 + 0.6 * velocity)
    let click = noiseBurst(ringSeconds: random.around(0.012, by: 0.1), random: &random)
      .filtered(.highPass(hz: 1_800), .bandPass(hz: random.around(3_600, by: 0.06), q: 0.8))
    sound.add(click, level: 0.06 + 0.9 * pow(velocity, 1.5))
    let beater = contactClick(seconds: random.around(0.0006 - 0.0004 * velocity, by: 0.08))
    sound.add(beater, level: random.around(0.08 + 0.5 * velocity, by: 0.1))
    let air = noiseBurst(ringSeconds: 0.28, random: &random)
      .filtered(.bandPass(hz: random.around(165, by: 0.05), q: 1.1))
    sound.add(air, level: 0.22 + 0.3 * velocity)
    return sound
  }
}
