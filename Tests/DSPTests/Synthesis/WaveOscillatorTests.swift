// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Testing

@testable import DSP

@Suite struct WaveOscillatorTests {
  private static let count = 65_536

  /// A tone whose harmonics lie on lines of the spectrum.
  private func powers(_ waveform: Waveform, line: Int) -> [Double] {
    var oscillator = WaveOscillator(waveform, sampleRateHz: 48_000)
    oscillator.setFrequency(Float(Double(line) * 48_000 / Double(Self.count)))
    return EffectRig.powers((0..<Self.count).map { _ in oscillator.next() })
  }

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

  @Test(
    "harmonics have the levels of the formula within 0.05 dB, and nothing else is above -90 dB",
    arguments: Waveform.allCases, [75, 150, 601, 1363, 5000])
  func spectrum(waveform: Waveform, line: Int) {
    var powers = powers(waveform, line: line)
    for harmonic in 1...max(1, Int(0.2 * Double(Self.count)) / line) {
      let expected = amplitude(waveform, harmonic)
      guard expected > 1e-4 else { continue }
      let heard = powers[harmonic * line].squareRoot()
      #expect(abs(EffectRig.decibels(heard / expected)) < 0.05, "harmonic \(harmonic)")
    }
    for harmonic in 0...powers.count / line {
      // The lines of a window around each harmonic.
      for near in max(0, harmonic * line - 5)...min(powers.count - 1, harmonic * line + 5) {
        powers[near] = 0
      }
    }
    #expect(10 * log10(powers.max() ?? 1) < -90)
  }

  @Test("the frequency is held between 0 and half the sample rate, also where it is no number")
  func absurd() {
    for hertz in [-1, .nan, .infinity, 0, 23_999, 1e30] as [Float] {
      var oscillator = WaveOscillator(.saw, sampleRateHz: 48_000)
      oscillator.setFrequency(hertz)
      for _ in 0..<1000 { #expect(abs(oscillator.next()) < 1.3) }
    }
  }

  @Test("oscillators of a waveform and a sample rate share their tables, others have their own")
  func sharing() {
    let first = WaveTables.shared(.saw, sampleRateHz: 48_000)
    #expect(WaveTables.shared(.saw, sampleRateHz: 48_000).points == first.points)
    #expect(first.count == 11)
    var all = Set([first.points])
    for waveform in Waveform.allCases where waveform != .saw {
      all.insert(WaveTables.shared(waveform, sampleRateHz: 48_000).points)
    }
    all.insert(WaveTables.shared(.saw, sampleRateHz: 44_100).points)
    #expect(all.count == 5)
  }

  @Test("two oscillators that share their tables each play their own tone")
  func apart() {
    func played(_ hertz: Float, with other: Float) -> [Float] {
      var one = WaveOscillator(.square, sampleRateHz: 48_000)
      var two = WaveOscillator(.square, sampleRateHz: 48_000)
      one.setFrequency(hertz)
      two.setFrequency(other)
      return (0..<4800).map { _ in
        _ = two.next()
        return one.next()
      }
    }
    let isSame = played(110, with: 5000) == played(110, with: 110)
    #expect(isSame)
  }
}
