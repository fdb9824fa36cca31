// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc
import Simulation
import Testing

@Suite struct LoudnessMeterTests {
  private func tone(_ decibels: Double, seconds: Double, rateHz: Double) -> [Float] {
    let amplitude = pow(10, decibels / 20)
    return (0..<Int(seconds * rateHz)).map {
      Float(amplitude * sin(2 * .pi * 1000 * Double($0) / rateHz))
    }
  }

  /// EBU Tech 3341, table 1, case 1 and case 2: a stereo sine of 1 kHz reads its level.
  @Test(
    "a tone of 1 kHz on both sides reads its level in LUFS", arguments: [-23.0, -33],
    [44_100.0, 48_000, 96_000])
  func tone(decibels: Double, rateHz: Double) {
    var meter = LoudnessMeter(sampleRateHz: Float(rateHz))
    var integrated = IntegratedLoudness(sampleRateHz: Float(rateHz))
    for sample in tone(decibels, seconds: 3, rateHz: rateHz) {
      meter.process(SIMD2(sample, sample))
      integrated.process(SIMD2(sample, sample))
    }
    #expect(abs(meter.loudness - Float(decibels)) < 0.1, "\(meter.loudness)")
    #expect(abs(integrated.loudness - Float(decibels)) < 0.1, "\(integrated.loudness)")
  }

  /// EBU Tech 3341, table 1, case 3: -36, -23, -36 dBFS for 10, 60, 10 s; here a tenth as long.
  @Test("quiet parts do not count")
  func gate() {
    var meter = IntegratedLoudness(sampleRateHz: 48_000)
    for (decibels, seconds) in [(-36.0, 1.0), (-23, 6), (-36, 1)] {
      for sample in tone(decibels, seconds: seconds, rateHz: 48_000) {
        meter.process(SIMD2(sample, sample))
      }
    }
    #expect(abs(meter.loudness + 23) < 0.3, "\(meter.loudness)")
  }

  @Test("silence reads -infinity")
  func silence() {
    var meter = LoudnessMeter(sampleRateHz: 48_000)
    for _ in 0..<48_000 { meter.process(.zero) }
    #expect(meter.loudness == -.infinity)
    #expect(IntegratedLoudness(sampleRateHz: 48_000).loudness == -.infinity)
  }
}

@Suite struct TruePeakMeterTests {
  /// EBU Tech 3341, table 1, cases 15 to 18: sines at a quarter of the sample rate whose samples miss the peaks.
  @Test("a peak between samples is found within 0.2 dB", arguments: [0.0, 45, 60, 67.5])
  func betweenSamples(degrees: Double) {
    let samples = (0..<9600).map {
      Float(0.5 * sin(2 * .pi * (Double($0) / 4 + degrees / 360)))
    }
    var meter = TruePeakMeter(channelCount: 1)
    // The tone's beginning is a step, which overshoots.
    meter.process(samples.enumerated().map { $1 * min(1, Float($0) / 4800) })
    let decibels = Units.decibels(amplitude: meter.amplitude)
    #expect(decibels > -6.02 - 0.4 && decibels < -6.02 + 0.2, "\(decibels)")
  }
}
