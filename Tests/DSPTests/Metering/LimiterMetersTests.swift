// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Simulation
import Testing

@Suite struct LimiterMetersTests {
  @Test("a limit that is passed again within 50 ms counts once")
  func overs() {
    var counter = OverCounter(limit: 1, sampleRateHz: 1000)
    for sample: Float in [1, 0.5, 1.01, 1.02, 0, 2] { counter.process(sample) }
    #expect(counter.count == 1)
    for _ in 0..<49 { counter.process(0.9) }
    counter.process(3)
    #expect(counter.count == 1)
    for _ in 0..<50 { counter.process(0.9) }
    counter.process(3)
    #expect(counter.count == 2)
  }

  /// Amplitudes through a limiter, and through the meter.
  private func read(_ entering: [Float], through limit: (Float) -> Float) -> GainReductionMeter {
    var meter = GainReductionMeter(least: 0.5, sampleRateHz: 48_000)
    for amplitude in entering { meter.process(entering: amplitude, leaving: limit(amplitude)) }
    return meter
  }

  @Test("unchanged sound shows no reduction")
  func identity() {
    let noise = Signal.noise(count: 10_000, amplitude: 0.9).map(abs)
    #expect(read(noise) { $0 }.ratio == 1)
  }

  @Test("sound turned down by 6 dB reads 6 dB, and falls by 20 dB in 1.7 s once the peaks are past")
  func reduction() {
    let loud = (0..<48_000).map { abs(Float($0 % 480) / 240 - 1) * 2 }
    let meter = read(loud) { $0 * 0.501_187 }
    #expect(abs(Units.decibels(amplitude: meter.ratio) - 6) < 0.01)
    let after = read(loud + [Float](repeating: 0.1, count: 4800)) { $0 > 0.5 ? $0 * 0.501_187 : $0 }
    // The peaks that were loud are past after 28 ms: 20 ms times the logarithm of 2 over 0.5.
    #expect(abs(Units.decibels(amplitude: after.ratio) - (6 - 0.072 * 20 / 1.7)) < 0.05)
  }
}
