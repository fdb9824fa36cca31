// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc

/// A tom with two heads: clear pitch, a slight fall after hard blows, the stick's knock on top.
struct Tom: Drum {
  let fundamentalHz: Double
  let ringSeconds: Double

  func strike(velocity: Double, random: inout SeededGenerator) -> Sound {
    var sound = Sound(seconds: ringSeconds)
    let contact = contactForce(seconds: random.around(0.0029 - 0.0019 * velocity, by: 0.06))
    let glide = tensionGlide(
      depth: random.around(0.015 + 0.11 * velocity, by: 0.08), fallSeconds: 0.055)
    let batter = Membrane(
      fundamentalHz: fundamentalHz, ringSeconds: ringSeconds, damping: 0.7, airLoad: 1)
    var modes = batter.modes(struckAt: random.uniform(0.16...0.4), random: &random)
    // The lower head moves against the upper one: a second, weaker fundamental above the first.
    modes.append(
      Mode(
        hz: fundamentalHz * 1.43, ringSeconds: ringSeconds * 0.4,
        level: random.around(0.3, by: 0.15)))
    sound.ring(modes, drivenBy: contact, glide: glide)
    let drive = 0.5 + 0.4 * velocity
    sound.map { tanh(drive * $0) }

    let knock = noiseBurst(ringSeconds: 0.02, random: &random)
      .filtered(.bandPass(hz: random.around(fundamentalHz * 6, by: 0.08), q: 0.8))
    sound.add(knock, level: 0.1 + 0.45 * velocity)
    let click = noiseBurst(ringSeconds: random.around(0.011, by: 0.1), random: &random)
      .filtered(.highPass(hz: 1_300), .bandPass(hz: random.around(4_000, by: 0.08), q: 0.5))
    sound.add(click, level: 0.1 + 0.9 * pow(velocity, 1.4))
    let breath = noiseBurst(ringSeconds: 0.25, random: &random)
      .filtered(.bandPass(hz: fundamentalHz * 2.4, q: 0.9))
    sound.add(breath, level: 0.04 + 0.08 * velocity)
    return sound
  }
}
