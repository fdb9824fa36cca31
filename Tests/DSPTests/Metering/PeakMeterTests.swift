// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Testing

@Suite struct PeakMeterTests {
  @Test(
    "shows a peak at once and falls by 20 dB in 1.7 s",
    arguments: [8000, 48_000, 192_000] as [Float])
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
}
