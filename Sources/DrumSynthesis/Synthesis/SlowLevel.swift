// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc

/// A level that changes slowly, with a value in decibels for each millisecond.
struct SlowLevel {
  private static let stepFrames = Int(0.001 * sampleRateHz)
  /// How many times a second a varying level may turn, and how far it varies compared with the
  /// slowest turns.
  private static let sways = [(hz: 5.0, share: 1.0), (hz: 60.0, share: 0.85)]

  private var decibels: [Double]

  /// A level as a function of the time in seconds.
  init(frameCount: Int, _ level: (_ seconds: Double) -> Double = { _ in 0 }) {
    decibels = (0...frameCount / Self.stepFrames + 1).map { step in
      level(Double(step * Self.stepFrames) / sampleRateHz)
    }
  }

  /// Makes it vary at random, like modes that beat with each other, and metal that swings on its
  /// stand.
  ///
  /// - Parameters:
  ///   - deviation: In decibels.
  ///   - grain: What of it is the same in every stroke: the modes that beat are.
  mutating func sway(
    by deviation: Double, grain: Grain = Grain(seed: 0, sameShare: 0), random: inout SeededGenerator
  ) {
    var numbers = grain.numbers()
    for sway in Self.sways {
      let step = Int(500 / sway.hz)
      var points = (0...decibels.count / step + 1).map { _ in
        sway.share * deviation * numbers.normal(&random)
      }
      points[0] = 0
      for place in decibels.indices {
        let (point, part) = (place / step, Double(place % step) / Double(step))
        let turn = part * part * (3 - 2 * part)
        decibels[place] += points[point] + turn * (points[point + 1] - points[point])
      }
    }
  }

  /// The gain of each frame.
  func gains(frameCount: Int) -> [Double] {
    let points = decibels.map { pow(10, $0 / 20) }
    return (0..<frameCount).map { frame in
      let (point, part) = (frame / Self.stepFrames, frame % Self.stepFrames)
      return points[point]
        + Double(part) / Double(Self.stepFrames) * (points[point + 1] - points[point])
    }
  }
}
