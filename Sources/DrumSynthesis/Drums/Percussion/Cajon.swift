// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc

/// A wooden box on which the player sits. The palm in the middle of the front moves plate and air.
/// Fingers at its edge make the plate and the wires behind it slap.
struct Cajon: Drum {
  enum Stroke { case bass, slap }

  let stroke: Stroke
  private let wires = Wires(ringSeconds: 0.14)
  private let plate: [(hz: Double, ringSeconds: Double, bass: Double, slap: Double)] = [
    (74, 0.34, 1, 0.1), (98, 0.3, 0.8, 0.15), (176, 0.2, 0.4, 0.4), (243, 0.16, 0.25, 0.6),
    (318, 0.14, 0.12, 0.8), (441, 0.12, 0.08, 1), (607, 0.1, 0.05, 0.9), (822, 0.09, 0.04, 0.8),
    (1_130, 0.07, 0.03, 0.7), (1_610, 0.06, 0.02, 0.5), (2_270, 0.05, 0.02, 0.4),
  ]

  func strike(velocity: Double, random: inout SeededGenerator) -> Sound {
    var sound = Sound(seconds: 0.6)
    let isBass = stroke == .bass
    let modes = plate.map { mode in
      Mode(
        hz: random.around(mode.hz, by: 0.01), ringSeconds: random.around(mode.ringSeconds, by: 0.1),
        level: random.around(isBass ? mode.bass : mode.slap, by: 0.2),
        pan: random.uniform(-0.2...0.2))
    }
    let seconds = isBass ? 0.007 - 0.003 * velocity : 0.0016 - 0.0009 * velocity
    sound.ring(modes, drivenBy: contactForce(seconds: random.around(seconds, by: 0.08)))
    sound.map { [gain = 1 / sound.peak] in gain * $0 }
    let motion = sound.mono
    sound.add(
      wires.sound(with: motion, random: &random), level: (isBass ? 0.05 : 0.3) * (0.3 + velocity))
    let skin = noiseBurst(ringSeconds: isBass ? 0.04 : 0.02, random: &random)
      .filtered(.highPass(hz: 400), .lowPass(hz: (isBass ? 900 : 2_400) * (1 + 2 * velocity)))
    sound.add(skin, level: (isBass ? 0.08 : 0.3) * (0.3 + velocity))
    let touch = contactClick(seconds: (isBass ? 0.0012 : 0.0005) * (1.4 - 0.7 * velocity))
    sound.add(touch, level: (isBass ? 0.15 : 0.25) * (0.4 + velocity))
    return sound
  }
}
