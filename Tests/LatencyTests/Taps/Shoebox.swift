// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc

/// A room with six walls, as its mirror images make it.
///
/// Source: J. Allen, D. Berkley, "Image method for efficiently simulating small-room acoustics", JASA 65(4), 1979.
enum Shoebox {
  private static let metresPerSecond = 343.0
  private static let images = -3...3
  private static let longestSeconds = 0.08

  /// The path from a loudspeaker to a microphone some tenths of a metre away: lags in frames after
  /// the direct sound, and gains against it. Each seed gives another room.
  static func echoes(sampleRateHz: Double, seed: UInt64) -> [(lag: Int, gain: Float)] {
    var generator = SeededGenerator(seed: seed)
    func pick(_ lowest: Double, _ highest: Double) -> Double {
      lowest + (highest - lowest) * Double(generator.uniform())
    }
    let room = SIMD3(pick(2.5, 6), pick(3, 7), pick(2.3, 3.2))
    let source = room * SIMD3(pick(0.2, 0.8), pick(0.2, 0.8), pick(0.3, 0.6))
    let microphone = source + SIMD3(pick(0.2, 0.5), pick(-0.4, 0.4), pick(-0.2, 0.2))
    let reflection = pick(0.45, 0.8)
    func distance(_ image: SIMD3<Double>) -> Double {
      let way = image - microphone
      return (way * way).sum().squareRoot()
    }
    let direct = distance(source)
    var echoes: [(lag: Int, gain: Float)] = []
    for x in images {
      for y in images {
        for z in images where x != 0 || y != 0 || z != 0 {
          let cell = SIMD3(Double(x), Double(y), Double(z))
          let isMirrored = SIMD3<Int64>(Int64(x), Int64(y), Int64(z)) & 1 .== 1
          let image = room * cell + source.replacing(with: room - source, where: isMirrored)
          let way = distance(image)
          let seconds = (way - direct) / metresPerSecond
          guard seconds < longestSeconds else { continue }
          let walls = abs(x) + abs(y) + abs(z)
          echoes.append(
            (
              Int((seconds * sampleRateHz).rounded()),
              Float(pow(reflection, Double(walls)) * direct / way)
            ))
        }
      }
    }
    return echoes
  }
}
