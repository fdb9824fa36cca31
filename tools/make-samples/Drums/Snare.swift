// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc

/// A 14-inch wooden snare drum.
///
/// Two heads give a pair of fundamentals and a few higher modes. The wires lie on the lower head:
/// while it moves they leave it and slap back, so their noise follows the head's motion, half-wave,
/// and rattles on a little after it. Source: T. Rossing et al., "Acoustics of snare drums", JASA 92,
/// 1992 (modes, coupling, wires).
struct Snare: Drum {
  private let batter = Membrane(fundamentalHz: 186, ringSeconds: 0.46, damping: 0.5, airLoad: 0.8)

  func strike(velocity: Double, random: inout SeededGenerator) -> Sound {
    let contact = contactForce(seconds: random.around(0.0021 - 0.0014 * velocity, by: 0.06))
    let glide = tensionGlide(depth: 0.01 + 0.07 * velocity, fallSeconds: 0.025)
    var modes = batter.modes(struckAt: random.uniform(0.05...0.33), random: &random)
    modes.append(Mode(hz: 331, ringSeconds: 0.17, level: random.around(0.55, by: 0.12)))
    var heads = Sound(seconds: 0.8)
    heads.ring(modes, drivenBy: contact, glide: glide)

    let drive = 0.7 + 0.6 * velocity
    var sound = heads
    sound.map { tanh(drive * $0) }
    addWires(to: &sound, above: heads.mono, velocity: velocity, random: &random)
    addStick(to: &sound, velocity: velocity, random: &random)
    sound.map { tanh(0.4 * $0) }
    // Below its lowest mode there is only the blow's push.
    sound.filter(.highPass(hz: 105))
    return sound
  }

  private func addWires(
    to sound: inout Sound, above motion: [Double], velocity: Double,
    random: inout SeededGenerator
  ) {
    let rattle = decayPerFrame(ringSeconds: random.around(0.26 + 0.16 * velocity, by: 0.08))
    var slack = 0.0
    // Light blows hardly lift the wires off the head.
    let threshold = 0.035 * (1 - velocity)
    let collisions = motion.map { displacement in
      let lift = max(0, abs(displacement) - threshold) * (displacement > 0 ? 1 : 0.45)
      slack = max(lift, slack * rattle)
      return 0.55 * slack + 0.45 * lift
    }
    let brightness = random.around(1, by: 0.05)
    // The higher, the sooner the wires lie still.
    let bands: [(hz: Double, q: Double, level: Double, ringSeconds: Double)] = [
      (1_400, 0.7, 0.3, 2), (3_000, 0.8, 0.26 + 0.1 * velocity, 0.7),
      (6_000, 0.9, 0.06 + 0.1 * velocity, 0.28),
    ]
    for side in [-0.55, 0.55] {
      let noise = whiteNoise(seconds: 0.8, random: &random)
      let hiss = zip(noise, collisions).map { $0 * $1 }
      for band in bands {
        let decay = decayPerFrame(ringSeconds: band.ringSeconds)
        var gain = 1.0
        let filtered = hiss.filtered(.bandPass(hz: band.hz * brightness, q: band.q)).map { sample in
          defer { gain *= decay }
          return gain * sample
        }
        sound.add(filtered, level: band.level * (0.5 + 0.1 * velocity), pan: side)
      }
    }
  }

  private func addStick(
    to sound: inout Sound, velocity: Double, random: inout SeededGenerator
  ) {
    let tip = contactClick(seconds: random.around(0.00036 - 0.0002 * velocity, by: 0.08))
    sound.add(tip, level: random.around(0.25 + 1.1 * velocity, by: 0.1))
    let crack = noiseBurst(ringSeconds: random.around(0.011, by: 0.1), random: &random)
      .filtered(.bandPass(hz: random.around(2_500, by: 0.08), q: 0.4))
    sound.add(crack, level: 0.16 + 1.1 * pow(velocity, 1.2))
    let shell = [(548.0, 0.09), (873, 0.07), (1_240, 0.05)].map {
      Mode(
        hz: random.around($0.0, by: 0.004), ringSeconds: $0.1,
        level: random.around(0.12 + 0.2 * velocity, by: 0.2), pan: random.uniform(-0.3...0.3))
    }
    sound.ring(shell, drivenBy: contactForce(seconds: 0.0005))
  }
}
