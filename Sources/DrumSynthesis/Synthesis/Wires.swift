// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc

/// Snare wires on a head. While the head moves they leave it and slap back, each at a different
/// moment.
///
/// Source: S. Bilbao, "Time domain simulation and sound synthesis for the snare drum", JASA 131,
/// 2012; T. Rossing et al., "Acoustics of snare drums", JASA 92, 1992.
struct Wires: Sendable {
  /// The time in which their rattle falls by 60 dB.
  let ringSeconds: Double
  /// The displacement that lifts them, relative to that of the hardest stroke.
  var liftThreshold = 0.0
  /// The share of frames in which a wire slaps: the more wires there are, the higher it is.
  var slapShare = 0.02
  /// What repeats from stroke to stroke: the same motion of the head lifts the same wires.
  var grain = Grain(seed: 40, sameShare: 0.6)
  private static let lastStrands = 2.6
  /// Pairs of a band's centre and its level.
  var bands: [(hz: Double, level: Double)] = [
    (1_100, 0.12), (1_900, 0.2), (3_100, 0.3), (4_600, 0.34), (6_700, 0.26), (9_400, 0.12),
  ]

  /// The noise of their collisions, before any colouring, different on each side.
  ///
  /// - Parameter part: 0 or 1 for a side, or another number for what else they do.
  func collisions(
    with motion: [Double], part: UInt64, random: inout SeededGenerator
  ) -> [Double] {
    // Wires slap one by one, at random moments and with random strength; their mean power is 1.
    var slaps = grain.numbers(part)
    // Most wires are still soon, some strands long after.
    let decays = [ringSeconds, Self.lastStrands * ringSeconds].map(decayPerFrame)
    var (slack, strands) = (0.0, 0.0)
    return motion.map { displacement in
      let lift = max(0, abs(displacement) - liftThreshold) * (displacement > 0 ? 1 : 0.45)
      slack = max(lift, slack * decays[0])
      strands = max(0.04 * lift, strands * decays[1])
      return (0.5 * slack + 0.45 * lift + strands) * slaps.knock(inShare: slapShare, &random)
    }
  }

  /// The sound of the wires.
  func sound(with motion: [Double], random: inout SeededGenerator) -> Sound {
    var sound = Sound(frameCount: motion.count)
    let shift = random.around(1, by: 0.01)
    for (part, side) in [-0.5, 0.5].enumerated() {
      let hiss = collisions(with: motion, part: UInt64(part), random: &random)
      for band in bands {
        let filtered = hiss.filtered(.bandPass(hz: band.hz * shift, q: 1.1))
        sound.add(filtered, level: random.around(band.level, by: 0.03), pan: side)
      }
    }
    return sound
  }
}
