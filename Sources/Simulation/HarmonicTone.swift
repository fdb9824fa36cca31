// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc

/// Steady tones of harmonics below half the sample rate, for tests of pitch.
public enum HarmonicTone: String, CaseIterable, Sendable {
  case sine, saw, pulse
  /// Six harmonics, the first of them 30 dB softer, or missing.
  case weakFundamental, noFundamental
  /// The second harmonic is 10 dB louder than its neighbours, as in a hummed "oo".
  case strongSecond

  /// The amplitudes of the harmonics, the first at 0.
  private var amplitudes: [Double] {
    let numbers = (1...200).map(Double.init)
    return switch self {
    case .sine: [1]
    case .saw: numbers.map { 1 / $0 }
    case .pulse: numbers.map { sin(.pi * 0.1 * $0) / $0 }
    case .weakFundamental: [0.03, 1, 1, 1, 1, 1]
    case .noFundamental: [0, 1, 1, 1, 1, 1]
    case .strongSecond: [0.3, 1, 0.3, 0.1]
    }
  }

  /// The tone at -14 dBFS, over white noise that is `noiseDecibels` under it.
  public func samples(
    hertz: Double, seconds: Double, sampleRateHz: Double = 48_000,
    noiseDecibels: Double = .infinity, seed: UInt64 = 1
  ) -> [Float] {
    let harmonics = amplitudes.enumerated().filter {
      $0.element != 0 && Double($0.offset + 1) * hertz < 0.45 * sampleRateHz
    }
    let power = harmonics.reduce(0) { $0 + $1.element * $1.element / 2 }
    let scale = 0.2 / power.squareRoot()
    let noise = 0.2 * 3.0.squareRoot() * pow(10, -noiseDecibels / 20)
    var generator = SeededGenerator(seed: seed)
    return (0..<Int(seconds * sampleRateHz)).map { frame in
      let turns = hertz * Double(frame) / sampleRateHz + 0.3
      let phase = 2 * .pi * (turns - turns.rounded(.down))
      var sum = 0.0
      for (index, amplitude) in harmonics {
        let number = Double(index + 1)
        sum += amplitude * sin(number * phase + 0.6 * number * number)
      }
      return Float(scale * sum + noise * Double(2 * generator.uniform() - 1))
    }
  }
}
