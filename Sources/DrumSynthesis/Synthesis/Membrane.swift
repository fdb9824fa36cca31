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
  /// How much longer modes with nodal diameters ring: half of the head goes up while the other goes down, and the air flows
  /// across instead of carrying the motion away.
  var tiltingRing = 1.0
  /// The distance between the two directions of a mode with nodal diameters, as a share of its
  /// frequency. No head is tuned evenly, and the two beat.
  var unevenness = 0.012

  /// How much strokes differ.
  var strokes = Strokes.near

  /// How much strokes differ from each other, as shares of each value.
  struct Strokes: Sendable {
    let level: Double
    /// Of modes with nodal diameters.
    let pitch: Double
    let ring: Double
    /// The same of modes with nodal diameters.
    let pairRing: Double
    /// Of the distance between the two directions of a mode.
    let apart: Double
    /// They land at any angle about the centre.
    let isAnywhere: Bool

    /// Each lands beside the last one.
    static let near = Strokes(
      level: 0.05, pitch: 0.001, ring: 0.03, pairRing: 0.04, apart: 0.1, isAnywhere: false)
    /// Each lands somewhere else.
    static let anywhere = Strokes(
      level: 0.12, pitch: 0.003, ring: 0.06, pairRing: 0.12, apart: 0.3, isAnywhere: true)
  }

  /// How far a stroke lands beside the last one, in radians about the head's centre.
  private static let angleDeviation = 0.04
  /// Multiples of it never gather in one direction.
  private static let goldenAngle = 2.399963

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
    // The stroke lands at nearly the same angle each time. The directions of each mode lie anywhere, but always there.
    let strokeAngle = strokes.isAnywhere ? 0 : Self.angleDeviation * random.normal()
    return Self.zeros.enumerated().flatMap { index, mode in
      let (diameters, zero) = mode
      let ratio = zero / lowest * lowestLoad / (1 + airLoad / zero).squareRoot()
      let radiation = diameters == 0 ? 1 : 0.8 / Double(diameters).squareRoot()
      let level = random.around(
        abs(jn(Int32(diameters), zero * radius)) * radiation, by: strokes.level)
      let hz = fundamentalHz * random.around(ratio, by: diameters == 0 ? 0.001 : strokes.pitch)
      let ring = ringSeconds * pow(ratio, -damping) * (diameters == 0 ? 1 : tiltingRing)
      guard diameters > 0 else {
        return [Mode(hz: hz, ringSeconds: random.around(ring, by: strokes.ring), level: level)]
      }
      let angle =
        strokes.isAnywhere
        ? random.uniform(0...Double.pi / 2)
        : Self.goldenAngle * Double(index) + Double(diameters) * strokeAngle
      let apart = 0.5 * random.around(unevenness, by: strokes.apart)
      let isLeft = strokes.isAnywhere ? random.uniform() < 0.5 : index % 2 == 0
      let side = isLeft ? -1.0 : 1
      return [(cos(angle), 1 - apart, 0.3), (sin(angle), 1 + apart, -0.3)].map {
        Mode(
          hz: hz * $0.1, ringSeconds: random.around(ring, by: strokes.pairRing),
          level: level * $0.0, pan: side * $0.2)
      }
    }
  }
}
