// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc

/// A drum of an analogue drum machine: a sine that falls in pitch and fades, with a click at its beginning. Kick and toms.
struct SineDrum: Drum {
  let hz: Double
  let ringSeconds: Double
  /// How much higher the pitch begins, as a share of it.
  let fall: Double
  /// The level of the click.
  let click: Double

  func strike(velocity: Double, random: inout SeededGenerator) -> Sound {
    var sound = Sound(seconds: ringSeconds * 1.1)
    let glide = tensionGlide(
      depth: random.around(fall * (0.5 + 0.5 * velocity), by: 0.05), fallSeconds: 0.02)
    let tone = Mode(
      hz: random.around(hz, by: 0.004), ringSeconds: random.around(ringSeconds, by: 0.04), level: 1)
    sound.ring([tone], drivenBy: [1], glide: glide)
    let drive = 0.6 + 1.6 * velocity
    sound.map { tanh(drive * $0) / tanh(drive) }
    let noise = noiseBurst(ringSeconds: 0.018, random: &random)
      .filtered(.highPass(hz: 700), .lowPass(hz: 2_500 + 6_500 * velocity))
    sound.add(noise, level: click * (0.15 + 0.5 * velocity))
    let edge = contactClick(seconds: 0.0009 - 0.0006 * velocity)
    sound.add(edge, level: click * (0.3 + 0.5 * velocity))
    return sound
  }
}
