// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Testing

/// The drawn response of filters.
@Suite struct FilterCurveTests {
  private func setting(_ effect: Effect, _ values: [String: Float]) -> EffectSetting {
    var setting = EffectSetting(effect)
    for (name, value) in values { setting[name] = value }
    return setting
  }

  @Test("it goes from 20 Hz to 20 kHz by even ratios")
  func frequencies() {
    let frequenciesHz = FilterCurve.frequenciesHz
    #expect(abs(frequenciesHz[0] - 20) < 0.001 && abs((frequenciesHz.last ?? 0) - 20_000) < 2)
    for (low, high) in zip(frequenciesHz, frequenciesHz.dropFirst()) {
      #expect(abs(high / low - 1.0746) < 0.0001)
    }
  }

  @Test(
    "filters have their gain at their frequency, one after the other",
    arguments: [44_100, 48_000, 192_000])
  func gains(sampleRateHz: Float) {
    let place = 40
    let frequencyHz = FilterCurve.frequenciesHz[place]
    func gain(_ effects: EffectSetting...) -> Float {
      FilterCurve(effects, sampleRateHz: sampleRateHz).decibels[place]
    }
    let low = setting(.lowpass, ["cutoff": frequencyHz, "q": 0.5])
    let peak = setting(.peak, ["freq": frequencyHz, "gain": 9])
    // A low-pass has the gain q at its cutoff.
    #expect(abs(gain(low) + 6.02) < 0.05 && abs(gain(peak) - 9) < 0.05)
    #expect(abs(gain(low, peak, low) + 3.04) < 0.1)
    var bypassed = low
    bypassed.isBypassed = true
    #expect(abs(gain(bypassed, EffectSetting(.reverb))) < 1e-6)
  }

  @Test("above half of the sample rate there is nothing")
  func aboveHalf() {
    let decibels = FilterCurve([EffectSetting(.lowpass)], sampleRateHz: 8000).decibels
    #expect(decibels.last == -120 && decibels[10] > -1)
  }
}
