// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc

/// The features by which ears distinguish drums, of one stroke at the common loudness.
struct StrokePortrait {
  /// Limits of the bands in which decay, beating and modulation are measured.
  static let edgesHz = [40.0, 160, 500, 1_500, 4_000, 8_000, 16_000]

  /// Levels over time and mel bands, at three resolutions of time and frequency, in decibels.
  let melDecibels: [[[Double]]]
  /// Time in which the rest of a band falls by 60 dB, from its fall from -5 to -25 dB; nil if the
  /// band holds nothing audible.
  let decaySeconds: [Double?]
  /// How far a band's level is from an even fall, in decibels (root mean square): beats, swaying
  /// and rattling.
  let beatingDecibels: [Double?]
  /// The same by rate: 4-12, 12-40 and 40-120 Hz, of each band.
  let modulationDecibels: [[Double]?]
  /// Of 3 to 12 kHz over the first third of a second: 0 for lines, 0.56 for white noise.
  let flatness: Double
  /// Centre of gravity of the first 100 ms.
  let centroidHz: Double

  /// Measures a stroke from its trigger on.
  init(_ stroke: [SIMD2<Float>], with hearing: inout PortraitHearing) {
    let frames = PortraitHearing.atCommonLoudness(stroke)
    melDecibels = hearing.mel(frames)
    let bands = hearing.bandPowers(frames, edgesHz: Self.edgesHz)
    let total = bands.map { $0.max() ?? 0 }.max() ?? 0
    let falls = bands.map { BandFall($0, stepSeconds: PortraitHearing.stepSeconds, of: total) }
    decaySeconds = falls.map { $0?.decaySeconds }
    beatingDecibels = falls.map { $0?.beatingDecibels }
    modulationDecibels = falls.map { $0?.modulationDecibels }
    flatness = hearing.flatness(frames)
    centroidHz = hearing.centroidHz(frames)
  }
}

/// How a band of a stroke dies away.
struct BandFall {
  /// A band whose loudest moment is so far below that of the loudest band is inaudible.
  private static let leastDecibels = -60.0
  /// How far the fall is followed.
  private static let followedDecibels = 40.0
  private static let rateLimitsHz = [4.0, 12, 40, 120]

  let decaySeconds: Double
  let beatingDecibels: Double
  let modulationDecibels: [Double]

  /// Measures powers at even steps; nil if the band is inaudible next to the loudest, whose loudest
  /// power is `total`.
  init?(_ powers: [Double], stepSeconds: Double, of total: Double) {
    let peak = powers.indices.max { powers[$0] < powers[$1] } ?? 0
    guard powers[peak] > total * pow(10, Self.leastDecibels / 10) else { return nil }
    decaySeconds = Self.decay(Array(powers[peak...])) * stepSeconds
    let floor = powers[peak] * pow(10, -Self.followedDecibels / 10)
    let count = (powers[peak...].firstIndex { $0 < floor } ?? powers.count) - peak
    let levels = powers[peak..<peak + max(count, 4)].map { 10 * log10($0 + 1e-20) }
    let rest = Self.withoutParabola(levels)
    func rms(_ values: [Double]) -> Double {
      (values.reduce(0) { $0 + $1 * $1 } / Double(max(1, values.count))).squareRoot()
    }
    beatingDecibels = rms(rest)
    modulationDecibels = zip(Self.rateLimitsHz, Self.rateLimitsHz.dropFirst()).map { low, high in
      // A mean over the slower period removes a different part than one over the faster.
      let slow = Self.smoothed(rest, count: Int(0.5 / low / stepSeconds))
      let fast = Self.smoothed(rest, count: Int(0.5 / high / stepSeconds))
      return rms(zip(fast, slow).map { $0 - $1 })
    }
  }

  /// In steps.
  private static func decay(_ powers: [Double]) -> Double {
    var left = powers.reduce(0, +)
    let total = left
    var (first, last) = (0, powers.count)
    for (step, power) in powers.enumerated() {
      if left > total * pow(10, -0.5) { first = step }
      if left < total * pow(10, -2.5) {
        last = step
        break
      }
      left -= power
    }
    return 3 * Double(max(1, last - first))
  }

  private static func smoothed(_ values: [Double], count: Int) -> [Double] {
    guard count > 1 else { return values }
    return values.indices.map { place in
      let window = values[max(0, place - count / 2)...min(values.count - 1, place + count / 2)]
      return window.reduce(0, +) / Double(window.count)
    }
  }

  /// The rest of a curve after the best parabola (least squares, by orthogonal polynomials).
  private static func withoutParabola(_ values: [Double]) -> [Double] {
    let count = values.count
    let place = (0..<count).map { 2 * Double($0) / Double(max(1, count - 1)) - 1 }
    let squareMean = place.reduce(0) { $0 + $1 * $1 } / Double(count)
    let shapes = [place.map { _ in 1 }, place, place.map { $0 * $0 - squareMean }]
    return shapes.reduce(values) { rest, shape in
      let norm = shape.reduce(0) { $0 + $1 * $1 }
      let share = zip(rest, shape).reduce(0) { $0 + $1.0 * $1.1 } / max(norm, 1e-9)
      return zip(rest, shape).map { $0 - share * $1 }
    }
  }
}
