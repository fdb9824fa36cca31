// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// A tone of a waveform whose frequency may change with every sample, without aliasing: the sum of its harmonics below half
/// the sample rate, each computed from the one before by a rotation. For sounds that are made before they are played.
///
/// Harmonics fade out from 40 to 48 % of the sample rate, so that none begins or ends at once as the pitch moves.
public struct HarmonicSum {
  /// Harmonics above this one are left out: deep tones lack the highest frequencies.
  private static let mostHarmonics = 512
  private static let fadeShares = 0.40...0.48

  private let sampleRateHz: Double
  /// From the fundamental on; the last one is heard.
  private let amplitudes: [Double]
  /// Every second harmonic is missing.
  private let isOdd: Bool
  /// 0 ..< 1, in periods.
  private var phase = 0.0

  /// A tone at the beginning of a period.
  public init(_ waveform: Waveform, sampleRateHz: Double) {
    self.sampleRateHz = sampleRateHz
    let all = (1...Self.mostHarmonics).map { waveform.amplitude(harmonic: $0) }
    amplitudes = Array(all[...(all.lastIndex { $0 != 0 } ?? 0)])
    isOdd = amplitudes.count == 1 || amplitudes[1] == 0
  }

  /// How many harmonics the samples of a tone of so many Hz have at most.
  public func harmonicCount(hertz: Double) -> Int {
    let heard = min(Double(amplitudes.count), Self.fadeShares.upperBound * sampleRateHz / hertz)
    return max(1, isOdd ? (Int(heard) + 1) / 2 : Int(heard))
  }

  /// The next sample, of a tone at this frequency in Hz.
  public mutating func next(hertz: Double) -> Double {
    let sample = sample(hertz: hertz)
    phase += hertz / sampleRateHz
    phase -= phase.rounded(.down)
    return sample
  }

  /// A whole period of a tone in so many samples, with its first harmonics: fewer than half of the samples.
  public static func period(_ waveform: Waveform, frameCount: Int, harmonics: Int) -> [Float] {
    let sines = (0..<frameCount).map { sin(2 * .pi * Double($0) / Double(frameCount)) }
    var sums = [Double](repeating: 0, count: frameCount)
    for harmonic in 1...max(1, min(harmonics, frameCount / 2 - 1)) {
      let amplitude = waveform.amplitude(harmonic: harmonic)
      guard amplitude != 0 else { continue }
      var place = 0
      for frame in 0..<frameCount {
        sums[frame] += amplitude * sines[place]
        place += harmonic
        if place >= frameCount { place -= frameCount }
      }
    }
    return sums.map { Float($0) }
  }

  private func sample(hertz: Double) -> Double {
    let (low, high) = (
      Self.fadeShares.lowerBound * sampleRateHz, Self.fadeShares.upperBound * sampleRateHz
    )
    let step = isOdd ? 2 : 1
    var (sine, cosine) = (sin(2 * .pi * phase), cos(2 * .pi * phase))
    let turn = (sin(2 * .pi * phase * Double(step)), cos(2 * .pi * phase * Double(step)))
    var sum = 0.0
    var harmonic = 1
    while harmonic <= amplitudes.count {
      let frequency = Double(harmonic) * hertz
      guard frequency < high else { break }
      let share = frequency <= low ? 0 : (frequency - low) / (high - low)
      sum += amplitudes[harmonic - 1] * (1 - share * share * (3 - 2 * share)) * sine
      (sine, cosine) = (sine * turn.1 + cosine * turn.0, cosine * turn.1 - sine * turn.0)
      harmonic += step
    }
    return sum
  }
}
