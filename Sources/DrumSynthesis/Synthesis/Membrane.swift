// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc

/// A round stretched head. Its modes (m nodal diameters, n nodal circles) lie at the zeros of the
/// Bessel functions; the air it moves lowers the low ones.
/// Source: Fletcher and Rossing, "The Physics of Musical Instruments", sections 3.6 and 18.1.
struct Membrane {
  let fundamentalHz: Double
  /// Time in which the fundamental falls by 60 dB.
  let ringSeconds: Double
  /// How much faster high modes fade: the exponent of ring time over frequency, 0…2.
  var damping = 1.0
  /// Mass of the moved air relative to the head's.
  var airLoad = 1.0
  /// The distance between the two directions of a mode with nodal diameters, as a share of its
  /// frequency. No head is tuned evenly, and the two beat.
  var unevenness = 0.012

  private static let zeros: [(diameters: Int, zero: Double)] = [
    (0, 2.405), (1, 3.832), (2, 5.136), (0, 5.520), (3, 6.380), (1, 7.016), (4, 7.588),
    (2, 8.417), (0, 8.654), (5, 8.771), (3, 9.761), (1, 10.173), (4, 11.065), (2, 11.620),
    (0, 11.792), (3, 13.015), (1, 13.324), (0, 14.931), (2, 14.796), (1, 16.471), (0, 18.071),
  ]

  /// The modes that a stroke excites.
  ///
  /// - Parameters:
  ///   - radius: Where it lands, 0 (centre) to 1 (rim).
  ///   - random: Small differences from stroke to stroke.
  func modes(struckAt radius: Double, random: inout SeededGenerator) -> [Mode] {
    let lowest = Self.zeros[0].zero
    let lowestLoad = (1 + airLoad / lowest).squareRoot()
    return Self.zeros.flatMap { diameters, zero in
      let ratio = zero / lowest * lowestLoad / (1 + airLoad / zero).squareRoot()
      let radiation = diameters == 0 ? 1 : 0.8 / Double(diameters).squareRoot()
      let level = random.around(abs(jn(Int32(diameters), zero * radius)) * radiation, by: 0.12)
      let hz = fundamentalHz * random.around(ratio, by: diameters == 0 ? 0.001 : 0.003)
      let ring = ringSeconds * pow(ratio, -damping)
      guard diameters > 0 else {
        return [Mode(hz: hz, ringSeconds: random.around(ring, by: 0.06), level: level)]
      }
      // The stroke is at some angle to the two directions.
      let angle = random.uniform(0...Double.pi / 2)
      let apart = 0.5 * random.around(unevenness, by: 0.3)
      let side = random.uniform() < 0.5 ? -1.0 : 1
      return [(cos(angle), 1 - apart, 0.3), (sin(angle), 1 + apart, -0.3)].map {
        Mode(
          hz: hz * $0.1, ringSeconds: random.around(ring, by: 0.12), level: level * $0.0,
          pan: side * $0.2)
      }
    }
  }
}
