// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc

/// A conga: one thick head on a long shell, struck by a hand. An open tone sings, a slap is held by the fingers.
struct Conga: Drum {
  enum Stroke { case open, slap }

  let fundamentalHz: Double
  let stroke: Stroke

  func strike(velocity: Double, random: inout SeededGenerator) -> Sound {
    let isOpen = stroke == .open
    var sound = Sound(seconds: isOpen ? 1.1 : 0.45)
    let head = Membrane(
      fundamentalHz: fundamentalHz, ringSeconds: isOpen ? 0.75 : 0.16, damping: isOpen ? 1.1 : 0.5,
      airLoad: 0.6, unevenness: 0.02)
    let modes = head.modes(
      struckAt: isOpen ? random.uniform(0.5...0.75) : random.uniform(0.6...0.85), random: &random)
    let seconds = isOpen ? 0.0034 - 0.0018 * velocity : 0.0011 - 0.0006 * velocity
    sound.ring(
      modes, drivenBy: contactForce(seconds: random.around(seconds, by: 0.08)),
      glide: tensionGlide(depth: 0.02 + 0.05 * velocity, fallSeconds: 0.02))
    sound.map { [gain = 1 / sound.peak] in gain * $0 }
    let skin = noiseBurst(ringSeconds: isOpen ? 0.025 : 0.045, random: &random)
      .filtered(.highPass(hz: isOpen ? 500 : 1_100), .lowPass(hz: 1_800 + 5_000 * velocity))
    sound.add(skin, level: (isOpen ? 0.1 : 0.5) * (0.3 + velocity))
    let touch = contactClick(seconds: 0.0008 - 0.0005 * velocity)
    sound.add(touch, level: (isOpen ? 0.1 : 0.25) * (0.4 + velocity))
    return sound
  }
}
