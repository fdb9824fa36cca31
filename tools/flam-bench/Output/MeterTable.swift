// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc
import Simulation

/// The readings of meters for tones of known level, at every common rate; and how the held peak
/// falls.
struct MeterTable {
  private static let ratesHz: [Float] = [44_100, 48_000, 88_200, 96_000, 192_000]
  private static let decibels = -20.0
  private static let mostError = 0.01
  private static let mostLoudnessError = 0.1
  private static let mostFallError = 0.1

  func run() -> Bool {
    var worst = (level: 0.0, loudness: 0.0, fall: 0.0)
    for rateHz in Self.ratesHz {
      let errors = errors(rateHz)
      worst.level = max(worst.level, errors.level)
      worst.loudness = max(worst.loudness, errors.loudness)
      worst.fall = max(worst.fall, fallError(rateHz))
    }
    print(
      "  meters at 44.1...192 kHz: peak and root mean square at most \(worst.level.digits(4)) dB off, momentary loudness "
        + "\(worst.loudness.digits(3)) LU; the held peak stays 1.5 s and falls 20 dB in 1 s within "
        + "\(worst.fall.digits(3)) dB")
    let verdicts = [
      verdict("levels within 0.01 dB", worst.level <= Self.mostError),
      verdict("momentary loudness within 0.1 LU", worst.loudness <= Self.mostLoudnessError),
      verdict("hold and fall within 0.1 dB", worst.fall <= Self.mostFallError), quantised(),
    ]
    return verdicts.allSatisfy { $0 }
  }

  /// A stereo tone of 1 kHz reads its level as its peak, 3.01 dB less as root mean square, and as LUFS.
  private func errors(_ rateHz: Float) -> (level: Double, loudness: Double) {
    var peak = PeakMeter(sampleRateHz: rateHz, .held)
    var mean = RootMeanSquareMeter(sampleRateHz: rateHz)
    var loudness = LoudnessMeter(sampleRateHz: rateHz)
    let amplitude = pow(10, Self.decibels / 20)
    for frame in 0..<Int(2 * rateHz) {
      let turns = 1000 * Double(frame) / Double(rateHz)
      let sample = Float(amplitude * sin(2 * .pi * turns))
      peak.process(sample)
      mean.process(SIMD2(sample, sample))
      loudness.process(SIMD2(sample, sample))
    }
    let level = abs(Double(Units.decibels(amplitude: peak.amplitude)) - Self.decibels)
    let power = abs(Double(Units.decibels(amplitude: mean.amplitude)) + 3.0103 - Self.decibels)
    return (max(level, power), abs(Double(loudness.loudness) - Self.decibels))
  }

  private func fallError(_ rateHz: Float) -> Double {
    var meter = PeakMeter(sampleRateHz: rateHz, .held)
    meter.process(1)
    for _ in 0..<Int(1.5 * rateHz) { meter.process(0) }
    let held = Double(Units.decibels(amplitude: meter.amplitude))
    for _ in 0..<Int(rateHz) { meter.process(0) }
    return max(abs(held), abs(Double(Units.decibels(amplitude: meter.amplitude)) + 20))
  }

  /// Noise floors of output to devices of whole numbers.
  private func quantised() -> Bool {
    let sound = Signal.noise(count: 100_000, amplitude: 0.1)
    let floors = [16, 24].map { bits in
      let fullScale = Double(1 << (bits - 1))
      var quantiser = SampleQuantiser(bits: bits, ditherSeed: 1)
      let power = sound.reduce(0.0) {
        let error = Double(quantiser.code($1)) / fullScale - Double($1)
        return $0 + error * error
      }
      return 10 * log10(power / Double(sound.count))
    }
    var quantiser = SampleQuantiser(bits: 16, ditherSeed: 1)
    let isSilent = (0..<1000).allSatisfy { _ in quantiser.code(0) == 0 }
    print(
      "  dithered to 16 and 24 bits: noise floor \(floors[0].digits(1)) and \(floors[1].digits(1)) dBFS, of silence "
        + (isSilent ? "none" : "some"))
    return verdict("16 bits within 0.1 dB of -96.3 dBFS", abs(floors[0] + 96.33) < 0.1 && isSilent)
  }
}
