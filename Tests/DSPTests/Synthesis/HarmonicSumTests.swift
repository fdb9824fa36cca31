// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc
import Testing

@Suite struct HarmonicSumTests {
  private static let count = 65_536
  private static let rate = 48_000.0

  /// The amplitude of a harmonic, by the Fourier series of the shape.
  private func amplitude(_ waveform: Waveform, _ harmonic: Int) -> Double {
    let number = Double(harmonic)
    return switch waveform {
    case .sine: harmonic == 1 ? 1 : 0
    case .saw: 2 / (.pi * number)
    case .square: harmonic % 2 == 1 ? 4 / (.pi * number) : 0
    case .triangle: harmonic % 2 == 1 ? 8 / (.pi * .pi * number * number) : 0
    }
  }

  /// What is loudest beside harmonics of a line, in decibels.
  private func rest(_ samples: [Float], line: Int) -> Double {
    var powers = EffectRig.powers(samples)
    for harmonic in 0...powers.count / line {
      for near in max(0, harmonic * line - 5)...min(powers.count - 1, harmonic * line + 5) {
        powers[near] = 0
      }
    }
    return 10 * log10(powers.max() ?? 1)
  }

  @Test(
    "harmonics have the levels of the formula within 0.01 dB, and nothing else is above -110 dB",
    arguments: Waveform.allCases, [75, 150, 601, 1363, 5000, 6827])
  func spectrum(waveform: Waveform, line: Int) {
    let hertz = Double(line) * Self.rate / Double(Self.count)
    var tone = HarmonicSum(waveform, sampleRateHz: Self.rate)
    let samples = (0..<Self.count).map { _ in Float(tone.next(hertz: hertz)) }
    let powers = EffectRig.powers(samples)
    for harmonic in 1...max(1, Int(0.39 * Double(Self.count)) / line) {
      let expected = amplitude(waveform, harmonic)
      guard expected > 1e-3, harmonic <= 512 else { continue }
      let heard = powers[harmonic * line].squareRoot()
      #expect(abs(EffectRig.decibels(heard / expected)) < 0.01, "harmonic \(harmonic)")
    }
    #expect(rest(samples, line: line) < -110)
  }

  @Test("a pitch that falls by three octaves moves on without a step")
  func sweep() {
    var tone = HarmonicSum(.sine, sampleRateHz: Self.rate)
    var phase = 0.0
    for frame in 0..<48_000 {
      let hertz = 800 * exp2(-3 * Double(frame) / 48_000)
      #expect(abs(tone.next(hertz: hertz) - sin(2 * .pi * phase)) < 1e-9)
      phase += hertz / Self.rate
    }
    // A harmonic that comes in begins from nothing: beside a steady tone, nothing clicks.
    var square = HarmonicSum(.square, sampleRateHz: Self.rate)
    var samples: [Float] = []
    for frame in 0..<Self.count {
      samples.append(Float(square.next(hertz: 2000 + 0.001 * Double(frame))))
    }
    let powers = EffectRig.powers(samples)
    let between = powers[4096..<5200].max() ?? 1
    #expect(10 * log10(between) < -110)
  }

  @Test("a period is a whole one: its harmonics have their levels, up to the highest")
  func period() {
    for waveform in Waveform.allCases {
      let period = HarmonicSum.period(waveform, frameCount: 1000, harmonics: 100)
      #expect(period.count == 1000)
      for harmonic in [1, 2, 3, 50, 99, 100, 101, 300] {
        var sum = 0.0
        for (frame, sample) in period.enumerated() {
          sum += Double(sample) * sin(2 * .pi * Double(harmonic * frame) / 1000) / 500
        }
        let expected = harmonic > 100 ? 0 : amplitude(waveform, harmonic)
        #expect(abs(abs(sum) - expected) < 1e-6, "\(waveform) \(harmonic)")
      }
    }
  }
}
