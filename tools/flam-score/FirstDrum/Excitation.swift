// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// What the ear makes of a sound: the excitation in bands of equal width on the ERB scale, a value a
/// millisecond.
///
/// The bands are gammatone filters of the fourth order. Middle ear, internal noise, backward and
/// forward masking are those of the filter bank of PEAQ (ITU-R BS.1387-1, annex 2), in which full
/// scale is 92 dB SPL. Source of the scale: B. Glasberg, B. Moore, "Derivation of auditory filter
/// shapes from notched-noise data", Hear. Res. 47 (1990).
struct Excitation {
  static let bandCount = 30
  static let sampleRateHz = 48_000
  static let framesPerMillisecond = sampleRateHz / 1000

  /// Powers by band and millisecond, with the internal noise.
  let bands: [[Double]]

  /// The excitation of mono samples at 48 kHz, nominally -1...1.
  init(_ samples: [Float]) {
    bands = Band.all.map { $0.excitation(samples) }
  }

  /// The internal noise of a band, which is what silence excites.
  static func noise(_ band: Int) -> Double { Band.all[band].noise }

  /// How loud it is in each millisecond, in sone.
  var loudness: [Double] {
    bands[0].indices.map { time in
      let sum = Band.all.indices.reduce(0.0) { sum, band in
        let noise = Band.all[band].noise
        return sum + pow(noise, 0.23) * (pow(bands[band][time] / noise, 0.23) - 1)
      }
      return 24 / Double(Self.bandCount) * sum
    }
  }
}

/// One of the ear's filters.
private struct Band {
  static let all = (0..<Excitation.bandCount).map { place in
    let last = Double(Excitation.bandCount - 1)
    return Band(lowest + (highest - lowest) * Double(place) / last)
  }

  /// Number of ERB at 60 Hz and at 15 kHz.
  private static let lowest = 21.4 * log10(1 + 0.00437 * 60)
  private static let highest = 21.4 * log10(1 + 0.00437 * 15_000)
  private static let fullScaleDecibels = 92.0
  /// Weights of the milliseconds around one, which mask backwards.
  private static let backward = (-2...2).map { step in
    let side = cos(.pi * Double(step) / 6)
    return side * side / 3
  }

  let noise: Double
  private let gain: Double
  /// The pole of its four equal stages, a complex number, and their common gain.
  private let pole: SIMD2<Double>
  private let stagesGain: Double
  /// How much of its masking is left after a millisecond.
  private let left: Double

  init(_ erbs: Double) {
    let hertz = (pow(10, erbs / 21.4) - 1) / 0.00437
    let khz = hertz / 1000
    let ear = -2.184 * pow(khz, -0.8) + 6.5 * exp(-0.6 * (khz - 3.3) * (khz - 3.3))
    gain = 2 * pow(10, (Self.fullScaleDecibels + ear - 0.001 * pow(khz, 3.6)) / 10)
    noise = pow(10, 0.1456 * pow(khz, -0.8))
    let rate = Double(Excitation.sampleRateHz)
    let radius = exp(-2 * .pi * 1.019 * 24.7 * (1 + 0.00437 * hertz) / rate)
    let angle = 2 * Double.pi * hertz / rate
    pole = SIMD2(radius * cos(angle), radius * sin(angle))
    stagesGain = pow(1 - radius, 4)
    left = exp(-0.001 / (0.004 + 100 / hertz * 0.016))
  }

  func excitation(_ samples: [Float]) -> [Double] {
    let powers = self.powers(samples)
    var masking = noise
    return powers.indices.map { time in
      var power = noise
      for (step, weight) in Self.backward.enumerated() where powers.indices ~= time + step - 2 {
        power += weight * powers[time + step - 2]
      }
      masking = left * masking + (1 - left) * power
      return max(masking, power)
    }
  }

  /// Mean power behind the filter, millisecond by millisecond.
  private func powers(_ samples: [Float]) -> [Double] {
    let length = Excitation.framesPerMillisecond
    var stages = InlineArray<4, SIMD2<Double>>(repeating: .zero)
    return (0..<samples.count / length).map { time in
      var sum = 0.0
      for frame in time * length..<(time + 1) * length {
        var value = SIMD2(stagesGain * Double(samples[frame]), 0)
        for stage in 0..<4 {
          let last = stages[stage]
          value += pole.x * last + pole.y * SIMD2(-last.y, last.x)
          stages[stage] = value
        }
        sum += value.x * value.x + value.y * value.y
      }
      return gain * sum / Double(length)
    }
  }
}
