// SPDX-License-Identifier: GPL-3.0-or-later
import DrumSynthesis
import DSP
import Glibc

/// A thing people tap: the sound a hand gets out of it, one recipe a stroke.
///
/// Independent of the drums: a stiff plate or box with its own modes, driven by flesh, bone or
/// nail, whose contact times decide how high the sound reaches. Source for contact times and
/// plate modes: Fletcher and Rossing, sections 3.5 and 19.1.
struct Tap: Sendable {
  /// Resonances of the thing as this stroke excites them: frequency, ring time, level.
  var resonances: [(hz: Double, ringSeconds: Double, level: Double)]
  /// Softest and hardest contact.
  var contactSeconds: (soft: Double, hard: Double)
  /// The noise of skin or nail on the surface.
  var scrapeHz: Double
  var scrapeRingSeconds: Double
  var scrapeLevel: Double
  /// Hands that land together but not at once, for claps; 1 otherwise.
  var landings = 1

  /// One stroke, mono; contact begins in the first frame.
  func strike(velocity: Double, random: inout SeededGenerator) -> [Double] {
    var sound = Sound(seconds: 0.5)
    for landing in 0..<landings {
      let start = landing == 0 ? 0 : Int(random.uniform(0.001...0.005) * sampleRateHz)
      let share = landing == 0 ? 1 : random.uniform(0.3...0.7)
      sound.add(single(velocity: velocity, random: &random), level: share, atFrame: start)
    }
    // A ghost note of 0.3 lies 19 dB below the hardest blow.
    let level = pow(velocity, 1.8) / max(sound.peak, 1e-9)
    return sound.mono.map { $0 * level }
  }

  private func single(velocity: Double, random: inout SeededGenerator) -> [Double] {
    var sound = Sound(seconds: 0.45)
    // The finger never lands on the same spot twice.
    let spot = random.around(1, by: 0.012)
    let modes = resonances.map {
      Mode(
        hz: random.around($0.hz * spot, by: 0.01),
        ringSeconds: random.around($0.ringSeconds, by: 0.12),
        level: random.around($0.level, by: 0.25) * (random.uniform() < 0.3 ? -1 : 1))
    }
    let seconds = contactSeconds.soft + (contactSeconds.hard - contactSeconds.soft) * velocity
    sound.ring(modes, drivenBy: contactForce(seconds: random.around(seconds, by: 0.1)))
    let ringing = sound.peak
    let scrape = noiseBurst(
      ringSeconds: random.around(scrapeRingSeconds, by: 0.12), random: &random
    )
    .filtered(.bandPass(hz: random.around(scrapeHz, by: 0.07), q: 0.8))
    let scrapePeak = max(scrape.map(abs).max() ?? 1, 1e-9)
    sound.add(
      scrape,
      level: ringing / scrapePeak * scrapeLevel * random.around(0.5 + 0.5 * velocity, by: 0.15))
    return sound.mono
  }
}
