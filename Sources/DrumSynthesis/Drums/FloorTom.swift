// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc

/// The low tom: two heads, a trace out of tune, whose strokes land at any angle and differ more than those of ``Tom``.
///
/// ``Tom`` is nearer to recorded low toms, but one of its strokes at this pitch is not found again in a recording of taps.
struct FloorTom: Drum {
  let fundamentalHz: Double
  let ringSeconds: Double

  private let wires = Wires(
    ringSeconds: 0.25, liftThreshold: 0.1, grain: Grain(seed: 45, sameShare: 0))

  func strike(velocity: Double, random: inout SeededGenerator) -> Sound {
    var sound = Sound(seconds: ringSeconds)
    let contact = contactForce(seconds: random.around(0.0042 - 0.002 * velocity, by: 0.06))
    let glide = tensionGlide(
      depth: random.around(0.015 + 0.11 * velocity, by: 0.08), fallSeconds: 0.055)
    let batter = Membrane(
      fundamentalHz: fundamentalHz, ringSeconds: ringSeconds, damping: 1, airLoad: 1,
      unevenness: 0.025, strokes: .anywhere)
    var modes = batter.modes(struckAt: random.uniform(0.16...0.4), random: &random)
    // The lower head moves against the upper one: a second, weaker fundamental above the first.
    modes.append(
      Mode(
        hz: fundamentalHz * 1.43, ringSeconds: ringSeconds * 0.4,
        level: random.around(0.45, by: 0.15)))
    // The heads are tuned by ear: they differ slightly, and beat.
    modes.append(
      Mode(
        hz: fundamentalHz * random.around(1.028, by: 0.004), ringSeconds: ringSeconds * 1.2,
        level: random.around(0.16, by: 0.15)))
    sound.ring(modes, drivenBy: contact, glide: glide)
    let drive = 0.5 + 0.4 * velocity
    sound.map { tanh(drive * $0) }
    let motion = sound.mono

    let knock = noiseBurst(ringSeconds: 0.06, random: &random)
      .filtered(.bandPass(hz: random.around(fundamentalHz * 6, by: 0.08), q: 0.6))
    sound.add(knock, level: 0.14 + 0.45 * velocity)
    let slap = noiseBurst(ringSeconds: random.around(0.05, by: 0.1), random: &random)
      .filtered(.highPass(hz: 900), .lowPass(hz: 2_800, q: 0.5))
    sound.add(slap, level: 0.05 + 0.28 * pow(velocity, 1.4))
    let click = contactClick(seconds: random.around(0.0006 - 0.0003 * velocity, by: 0.08))
    sound.add(click, level: random.around(0.12 + 0.35 * velocity, by: 0.1))
    let breath = noiseBurst(ringSeconds: 0.25, random: &random)
      .filtered(.bandPass(hz: fundamentalHz * 2.4, q: 0.9))
    sound.add(breath, level: 0.04 + 0.08 * velocity)
    // The nearer the tom is to the snare drum's pitch, the more the snare's wires buzz.
    sound.add(
      wires.sound(with: motion, random: &random), level: 0.006 * pow(fundamentalHz / 118, 3))
    sound.filter(.highPass(hz: fundamentalHz * 0.5))
    sound.filter(.lowPass(hz: 8_500 + 7_500 * velocity, q: 0.6))
    return sound
  }
}
