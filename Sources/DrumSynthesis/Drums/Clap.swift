// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc

/// A few people who clap together, never quite at the same time.
///
/// A clap is a short burst of noise through the hollow between the palms. Source: B. Repp, "The
/// sound of two hands clapping", JASA 81, 1987 (spectral peaks of hand shapes).
struct Clap: Drum {
  /// How much later than the first the others clap.
  private let delaysSeconds = [0, 0.0095, 0.0192, 0.0283]

  func strike(velocity: Double, random: inout SeededGenerator) -> Sound {
    var sound = Sound(seconds: 0.4)
    for (person, delay) in delaysSeconds.enumerated() {
      let late = person == 0 ? 0 : max(0.003, delay + 0.0011 * random.normal())
      let isLast = person == delaysSeconds.count - 1
      let burst = noiseBurst(
        ringSeconds: random.around(isLast ? 0.13 : 0.028, by: 0.1), random: &random)
      let hollowHz = random.around(1_020 + 230 * velocity, by: 0.07)
      let palms = burst.filtered(.highPass(hz: 520), .bandPass(hz: hollowHz, q: 1.5))
      let snap = burst.filtered(
        .highPass(hz: 1_900), .lowPass(hz: 3_500 + 4_000 * velocity, q: 0.6))
      let place = random.uniform(-0.5...0.5)
      let level = random.around(1, by: 0.12)
      let start = Int(late * sampleRateHz)
      sound.add(palms, level: level, pan: place, atFrame: start)
      sound.add(snap, level: level * (0.04 + 0.07 * velocity), pan: place, atFrame: start)
    }
    sound.map { tanh(0.9 * $0) }
    return sound
  }
}
