// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc

/// A 22-inch bass drum, damped by a pillow, struck by a felt beater.
///
/// The pitch of the head's modes falls as its tension relaxes. The beater adds a slap and a dull
/// click, the hole in the front head a puff of air. The front head is heard last, and the snare
/// drum's wires buzz with it.
struct Kick: Drum {
  private let batter = Membrane(
    fundamentalHz: 54, ringSeconds: 0.42, damping: 0.6, airLoad: 1.6, tiltingRing: 1.7)
  private let front = Membrane(
    fundamentalHz: 79, ringSeconds: 0.5, damping: 0.5, airLoad: 1.6, tiltingRing: 1.5,
    unevenness: 0.03)
  private let grain = Grain(seed: 36)
  private let wires = Wires(
    ringSeconds: 0.16, liftThreshold: 0.04, slapShare: 0.01,
    bands: [(900, 0.4), (1_700, 0.5), (3_000, 0.5), (4_600, 0.4), (7_000, 0.18)])

  func strike(velocity: Double, random: inout SeededGenerator) -> Sound {
    var sound = Sound(seconds: 1.4)
    let contact = contactForce(seconds: random.around(0.0062 - 0.0034 * velocity, by: 0.04))
    let glide = tensionGlide(
      depth: random.around(0.16 + 0.62 * velocity, by: 0.06), fallSeconds: 0.03)
    let spot = random.uniform(0.27...0.32)
    sound.ring(
      narrow(batter.modes(struckAt: spot, random: &random)), drivenBy: contact, glide: glide)
    let drive = 0.7 + 0.9 * velocity
    sound.map { tanh(drive * $0) }
    let motion = sound.mono
    sound.ring(
      narrow(front.modes(struckAt: 0.3, random: &random)),
      drivenBy: contactForce(seconds: 0.005).map { 0.55 * $0 })

    let slap = grain.burst(ringSeconds: random.around(0.06, by: 0.03), random: &random)
      .filtered(.bandPass(hz: random.around(900, by: 0.02), q: 0.6))
    sound.add(slap, level: 0.08 + 0.16 * velocity)
    let click = grain.burst(1, ringSeconds: random.around(0.11, by: 0.04), random: &random)
      .filtered(.highPass(hz: 1_500), .lowPass(hz: 2_200 + 2_400 * velocity))
    sound.add(click, level: 0.025 + 0.19 * pow(velocity, 1.5))
    let beater = contactClick(seconds: random.around(0.0013 - 0.0007 * velocity, by: 0.08))
    sound.add(beater, level: random.around(0.16 + 0.04 * velocity, by: 0.1))
    let air = grain.burst(2, ringSeconds: 0.5, random: &random)
      .filtered(.bandPass(hz: random.around(112, by: 0.02), q: 0.9), .lowPass(hz: 400))
    sound.add(air, level: 0.4 + 0.7 * velocity)
    sound.add(wires.sound(with: motion, random: &random), level: 0.011)
    // Felt and a large microphone leave few high frequencies.
    sound.filter(.lowPass(hz: 4_100 + 3_200 * velocity, q: 0.6))
    return sound
  }

  private func narrow(_ modes: [Mode]) -> [Mode] {
    modes.map { mode in
      var narrow = mode
      narrow.pan *= 0.2
      return narrow
    }
  }
}
