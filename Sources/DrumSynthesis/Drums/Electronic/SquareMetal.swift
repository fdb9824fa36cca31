// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc

/// The metal of an analogue drum machine: six square waves without common intervals, high-passed.
/// Hi-hats and cymbals use the same circuit, with different ring times.
///
/// Each square wave is summed from its odd harmonics, so that nothing is aliased. Source: K.
/// Werner, J. Abel, J. Smith, "The TR-808 cymbal: a physically-informed, circuit-bendable, digital
/// model", ICMC 2014 (frequencies of the oscillators).
struct SquareMetal: Drum {
  let ringSeconds: Double
  /// The lower edge of the low band.
  var lowestHz = 6_500.0

  private static let oscillatorsHz = [205.3, 304.4, 369.6, 522.7, 540, 800]
  private static let highestHz = 19_000.0

  func strike(velocity: Double, random: inout SeededGenerator) -> Sound {
    var sound = Sound(seconds: ringSeconds * 1.1)
    let ring = random.around(ringSeconds, by: 0.05)
    let modes = Self.oscillatorsHz.flatMap { hz in
      let own = random.around(hz, by: 0.004)
      return stride(from: 1.0, through: Self.highestHz / own, by: 2).map { harmonic in
        Mode(hz: own * harmonic, ringSeconds: ring, level: 1 / harmonic)
      }
    }
    sound.ring(modes, drivenBy: [1])
    sound.filter(.highPass(hz: lowestHz))
    sound.filter(.highPass(hz: lowestHz * 0.8))
    sound.filter(.lowPass(hz: 7_000 + 9_000 * velocity))
    let hiss = noiseBurst(ringSeconds: ring * 0.5, random: &random)
      .filtered(.highPass(hz: lowestHz))
    sound.add(hiss, level: 0.12 * sound.peak * (0.3 + velocity))
    // After a soft stroke, the envelope also opens less for the lowest part.
    let knock = noiseBurst(ringSeconds: 0.02, random: &random).filtered(.bandPass(hz: 900, q: 0.7))
    sound.add(knock, level: 0.3 * sound.peak * (1 - 0.9 * velocity))
    return sound
  }
}
