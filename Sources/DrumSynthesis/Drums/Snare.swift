// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc

/// A 14-inch wooden snare drum.
///
/// Two heads give a pair of fundamentals and many higher modes, each of which beats with its twin. The wires lie on the lower
/// head: while it moves they leave it and slap back, so their noise follows the head's motion, and what they strike in the
/// heads rings again. Source: T. Rossing et al., "Acoustics of snare drums", JASA 92, 1992 (modes, coupling, wires).
struct Snare: Drum {
  private let batter = Membrane(
    fundamentalHz: 186, ringSeconds: 0.3, damping: 0.4, airLoad: 0.8, unevenness: 0.036,
    strokes: .anywhere)
  private let lower = Membrane(
    fundamentalHz: 331, ringSeconds: 0.22, damping: 0.4, airLoad: 0.5, unevenness: 0.036,
    strokes: .anywhere)
  private let grain = Grain(seed: 38)

  func strike(velocity: Double, random: inout SeededGenerator) -> Sound {
    let contact = contactForce(seconds: random.around(0.0021 - 0.0012 * velocity, by: 0.06))
    let glide = tensionGlide(depth: 0.01 + 0.07 * velocity, fallSeconds: 0.025)
    let spot = random.uniform(0.15...0.18)
    let modes = batter.modes(struckAt: spot, random: &random)
    let lowerModes = lower.modes(struckAt: 0.35, random: &random)
    var heads = Sound(seconds: 1)
    heads.ring(modes, drivenBy: contact, glide: glide)
    heads.ring(lowerModes, drivenBy: contactForce(seconds: 0.0016).map { 0.15 * $0 })
    // Shell and stand move with the heads, and return that motion when the heads are nearly still. Where both heads tilt
    // together, they lie lower than either alone: at 1.5 times the fundamental (Rossing et al.: 278 to 182 Hz).
    heads.ring(
      [
        Mode(hz: 177, ringSeconds: 0.75, level: random.around(0.0995, by: 0.08)),
        Mode(hz: 262, ringSeconds: 0.28, level: random.around(0.183, by: 0.08)),
      ], drivenBy: contact, glide: glide)
    let gain = 1 / heads.peak
    heads.map { gain * $0 }

    var sound = heads
    sound.map { tanh((0.6 + 0.4 * velocity) * $0) }
    // Soft strokes hardly lift the wires off the head.
    let wires = Wires(
      ringSeconds: random.around(0.25 + 0.07 * velocity, by: 0.03),
      liftThreshold: 0.035 * (1 - velocity), slapShare: 0.0426 - 0.0266 * velocity)
    let motion = heads.mono
    sound.add(wires.sound(with: motion, random: &random), level: 0.342 + 0.15 * velocity)
    let again = wires.collisions(with: motion, part: 2, random: &random).map {
      (0.0173 - 0.0026 * velocity) * $0
    }
    sound.ring(modes.filter { $0.hz > 350 } + lowerModes, drivenBy: again)
    addStick(to: &sound, velocity: velocity, random: &random)
    sound.map { tanh(0.8 * $0) }
    // Below its lowest mode there is only the push of the stroke. The microphone looks across the
    // head, away from its brightest side.
    sound.filter(.highPass(hz: 105))
    sound.filter(.lowPass(hz: 7_980 + 94 * velocity, q: 0.6))
    return sound
  }

  private func addStick(
    to sound: inout Sound, velocity: Double, random: inout SeededGenerator
  ) {
    let tip = contactClick(seconds: random.around(0.0006 - 0.0003 * velocity, by: 0.08))
    sound.add(tip, level: random.around(0.1 + 0.3 * velocity, by: 0.1))
    let crack = grain.burst(ringSeconds: random.around(0.016, by: 0.04), random: &random)
      .filtered(.bandPass(hz: random.around(1_500, by: 0.02), q: 0.4))
    sound.add(crack, level: 0.06 + 0.25 * pow(velocity, 1.2))
    let shell = [(452.0, 0.24), (548, 0.22), (873, 0.18), (1_240, 0.12)].map {
      Mode(
        hz: random.around($0.0, by: 0.001), ringSeconds: $0.1,
        level: random.around(0.1 + 0.1 * velocity, by: 0.06), pan: random.uniform(-0.3...0.3))
    }
    sound.ring(shell, drivenBy: contactForce(seconds: 0.0007))
  }
}
