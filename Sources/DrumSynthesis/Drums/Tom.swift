// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc

/// A tom with two heads: a clear pitch that falls slightly after hard strokes, with the knock of
/// the stick. The snare drum beside it buzzes with it.
struct Tom: Drum {
  let fundamentalHz: Double
  let ringSeconds: Double

  private let wires = Wires(ringSeconds: 0.32, liftThreshold: 0.06, slapShare: 0.008)

  func strike(velocity: Double, random: inout SeededGenerator) -> Sound {
    var sound = Sound(seconds: ringSeconds)
    let contact = contactForce(seconds: random.around(0.0031 - 0.0014 * velocity, by: 0.06))
    let glide = tensionGlide(
      depth: random.around(0.015 + 0.11 * velocity, by: 0.08), fallSeconds: 0.055)
    let batter = Membrane(
      fundamentalHz: fundamentalHz, ringSeconds: ringSeconds, damping: 1.45, airLoad: 1,
      unevenness: 0.05)
    var modes = batter.modes(struckAt: random.uniform(0.18...0.45), random: &random)
    // The air between them drives the lower head, whose modes lie between those of the upper one.
    let lower = Membrane(
      fundamentalHz: fundamentalHz * 1.35, ringSeconds: ringSeconds * 0.6, damping: 1.2, airLoad: 1,
      unevenness: 0.05)
    let share = random.around(0.6, by: 0.15)
    modes += lower.modes(struckAt: 0.45, random: &random).map {
      var driven = $0
      driven.level *= share
      return driven
    }
    // The shell and its stand hold some of the motion and return it, almost in tune: the tone falls fast first, then slowly.
    modes.append(
      Mode(
        hz: fundamentalHz * random.around(1.007, by: 0.002), ringSeconds: ringSeconds * 1.2,
        level: random.around(0.2, by: 0.15)))
    sound.ring(modes, drivenBy: contact, glide: glide)
    let drive = 0.5 + 0.4 * velocity
    sound.map { tanh(drive * $0) }
    let motion = sound.mono

    // Above some 600 Hz the heads' modes lie so close that they are noise, which fades sooner the higher it is.
    // A wider head has more of them. Its width is that of the middle tom's head as 1.
    let width = 112 / fundamentalHz
    let grain = Grain(seed: UInt64(fundamentalHz), sameShare: 0.7)
    let knock = grain.burst(ringSeconds: random.around(0.14, by: 0.08), random: &random)
      .filtered(.bandPass(hz: random.around(600, by: 0.06), q: 0.8))
    sound.add(knock, level: pow(width, 0.6) * random.around(0.38 + 0.78 * velocity, by: 0.16))
    let slap = grain.burst(1, ringSeconds: random.around(0.065, by: 0.1), random: &random)
      .filtered(.highPass(hz: 1_100), .lowPass(hz: 3_400, q: 0.5))
    sound.add(slap, level: pow(width, 1.3) * random.around(0.12 + 0.71 * velocity, by: 0.16))
    let click = contactClick(seconds: random.around(0.0006 - 0.0003 * velocity, by: 0.08))
    sound.add(click, level: pow(width, 1) * random.around(0.16 + 0.42 * velocity, by: 0.1))
    let breath = noiseBurst(ringSeconds: 0.4, random: &random)
      .filtered(.bandPass(hz: fundamentalHz * 2.4, q: 0.9))
    sound.add(breath, level: 0.1 + 0.1 * velocity)
    // The nearer the tom is to the snare drum's pitch, the more the snare's wires buzz.
    sound.add(
      wires.sound(with: motion, random: &random), level: 0.0095 * pow(fundamentalHz / 118, 0.8))
    sound.filter(.highPass(hz: fundamentalHz * 0.75))
    sound.filter(.lowPass(hz: 6_800 + 9_200 * velocity, q: 0.6))
    return sound
  }
}
