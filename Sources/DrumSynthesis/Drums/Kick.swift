// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc

/// A 22-inch bass drum, damped by a pillow, struck by a felt beater.
///
/// The pitch of the head's modes falls as its tension relaxes. The beater adds a slap and a dull
/// click, the hole in the front head a puff of air. The front head is heard last, and the snare
/// drum's wires buzz with it.
struct Kick: Drum {
  private let batter = Membrane(fundamentalHz: 54, ringSeconds: 0.55, damping: 0.7, airLoad: 1.6)
  private let front = Membrane(
    fundamentalHz: 76, ringSeconds: 0.8, damping: 0.5, airLoad: 1.6, unevenness: 0.03)
  private let wires = Wires(
    ringSeconds: 0.16, liftThreshold: 0.04,
    bands: [(900, 0.4), (1_700, 0.5), (3_000, 0.5), (4_600, 0.4), (7_000, 0.18)])

  func strike(velocity: Double, random: inout SeededGenerator) -> Sound {
    var sound = Sound(seconds: 1.4)
    let contact = contactForce(seconds: random.around(0.0062 - 0.0034 * velocity, by: 0.04))
    let glide = tensionGlide(
      depth: random.around(0.16 + 0.62 * velocity, by: 0.06), fallSeconds: 0.022)
    let spot = random.uniform(0.04...0.2)
    sound.ring(
      narrow(batter.modes(struckAt: spot, random: &random)), drivenBy: contact, glide: glide)
    let drive = 0.7 + 0.9 * velocity
    sound.map { tanh(drive * $0) }
    let motion = sound.mono
    sound.ring(
      narrow(front.modes(struckAt: 0.3, random: &random)),
      drivenBy: contactForce(seconds: 0.007).map { 0.33 * $0 })

    let slap = noiseBurst(ringSeconds: random.around(0.06, by: 0.08), random: &random)
      .filtered(.bandPass(hz: random.around(900, by: 0.06), q: 0.6))
    sound.add(slap, level: 0.1 + 0.12 * velocity)
    let click = noiseBurst(ringSeconds: random.around(0.11, by: 0.1), random: &random)
      .filtered(.highPass(hz: 1_500), .lowPass(hz: 2_200 + 2_400 * velocity))
    sound.add(click, level: 0.03 + 0.16 * pow(velocity, 1.5))
    let beater = contactClick(seconds: random.around(0.0013 - 0.0007 * velocity, by: 0.08))
    sound.add(beater, level: random.around(0.16 + 0.04 * velocity, by: 0.1))
    let air = noiseBurst(ringSeconds: 0.5, random: &random)
      .filtered(.bandPass(hz: random.around(165, by: 0.05), q: 1.1), .lowPass(hz: 400))
    sound.add(air, level: 0.22 + 0.3 * velocity)
    sound.add(wires.sound(with: motion, random: &random), level: 0.009)
    // Felt and a large microphone leave few high frequencies.
    sound.filter(.lowPass(hz: 3_600 + 2_400 * velocity, q: 0.6))
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
