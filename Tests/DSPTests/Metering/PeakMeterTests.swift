// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Testing

@Suite struct PeakMeterTests {
  private static let ratesHz: [Float] = [8000, 44_100, 48_000, 88_200, 96_000, 192_000]

  @Test("shows a peak at once and falls by 20 dB in 1.7 s", arguments: ratesHz)
  func fall(sampleRateHz: Float) {
    var meter = PeakMeter(sampleRateHz: sampleRateHz)
    meter.process(-0.5)
    #expect(meter.amplitude == 0.5)
    for _ in 0..<Int(1.7 * sampleRateHz) { meter.process(0.001) }
    // A factor a sample, 326 400 times: the last bits of a float add up.
    #expect(abs(Units.decibels(amplitude: meter.amplitude / 0.5) + 20) < 0.5)
    meter.reset()
    #expect(meter.amplitude == 0)
  }

  @Test("with hold it stays for 1.5 s and then falls by 20 dB in a second", arguments: ratesHz)
  func hold(sampleRateHz: Float) {
    var meter = PeakMeter(sampleRateHz: sampleRateHz, .held)
    meter.process(0.5)
    for _ in 0..<Int(1.5 * sampleRateHz) { meter.process(0.001) }
    #expect(meter.amplitude == 0.5)
    for _ in 0..<Int(sampleRateHz) { meter.process(0.001) }
    #expect(abs(Units.decibels(amplitude: meter.amplitude / 0.5) + 20) < 0.5)
    meter.process(-0.25)
    #expect(meter.amplitude == 0.25)
  }

  @Test("falls to silence, not to ever smaller numbers")
  func silence() {
    var meter = PeakMeter(sampleRateHz: 8000)
    meter.process(1)
    for _ in 0..<8000 * 13 { meter.process(0) }
    #expect(Units.decibels(amplitude: meter.amplitude) == -.infinity)
  }
}
