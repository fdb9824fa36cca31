// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc

/// A tambourine: pairs of jingles that clash a few times after each stroke. Each pair has its own
/// modes.
struct Tambourine: Drum {
  private static let pairs = 8
  private static let modesOfPair = 7

  func strike(velocity: Double, random: inout SeededGenerator) -> Sound {
    var sound = Sound(seconds: 0.7)
    // The same jingles each time.
    var maker = SeededGenerator(seed: 54)
    for pair in 0..<Self.pairs {
      let modes = (0..<Self.modesOfPair).map { _ in
        Mode(
          hz: exp(maker.uniform(log(3_000)...log(14_500))), ringSeconds: maker.uniform(0.12...0.4),
          level: random.around(1, by: 0.3), pan: maker.uniform(-0.5...0.5))
      }
      var force = [Double](repeating: 0, count: Int(0.2 * sampleRateHz))
      var seconds = pair == 0 ? 0 : random.uniform(0...0.006)
      var strength = 1.0
      while seconds < 0.18 {
        force[Int(seconds * sampleRateHz)] += strength * random.normal()
        strength *= random.uniform(0.4...0.8)
        seconds += random.uniform(0.006...0.03)
      }
      sound.ring(modes, drivenBy: force.filtered(.lowPass(hz: 4_500 + 9_000 * velocity)))
    }
    sound.map { [gain = 1 / sound.peak] in gain * $0 }
    let frame = noiseBurst(ringSeconds: 0.05, random: &random).filtered(.bandPass(hz: 420, q: 0.8))
    sound.add(frame, level: 0.7)
    let tip = contactClick(seconds: 0.0004)
    sound.add(tip, level: 0.2)
    return sound
  }
}
