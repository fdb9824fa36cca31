// SPDX-License-Identifier: GPL-3.0-or-later
import SoundFiles
import Foundation
import Testing

@Suite struct ResamplerTests {
  private func sine(_ frequencyHz: Double, rateHz: Int, count: Int) -> [Float] {
    (0..<count).map { Float(0.5 * sin(2 * .pi * frequencyHz * Double($0) / Double(rateHz))) }
  }

  @Test(
    "keeps tones up to 20 kHz to 110 dB, in time and level",
    arguments: [(44_100, 48_000), (48_000, 44_100), (96_000, 48_000), (48_000, 192_000)])
  func signalToNoise(from: Int, to: Int) {
    for frequencyHz in [1_000.0, 10_000, 20_000] {
      let converted = Resampler.convert(
        sine(frequencyHz, rateHz: from, count: from), channelCount: 1, fromHz: from, toHz: to)
      let ideal = sine(frequencyHz, rateHz: to, count: to)
      #expect(converted.count == to)
      var signal = 0.0
      var noise = 0.0
      for frame in to / 4..<3 * to / 4 {  // away from where the tone is switched on and off
        signal += pow(Double(ideal[frame]), 2)
        noise += pow(Double(converted[frame] - ideal[frame]), 2)
      }
      let decibels = 10 * log10(signal / noise)
      #expect(decibels >= 110, "\(frequencyHz) Hz, \(from) to \(to): \(decibels) dB")
    }
  }

  @Test("keeps channels apart")
  func channels() {
    let stereo = (0..<4410).flatMap { frame in [Float(sin(Double(frame) / 10)), 0] }
    let converted = Resampler.convert(stereo, channelCount: 2, fromHz: 44_100, toHz: 48_000)
    #expect(converted.count == 2 * 4800)
    #expect(stride(from: 1, to: converted.count, by: 2).allSatisfy { converted[$0] == 0 })
    #expect(stride(from: 0, to: converted.count, by: 2).contains { converted[$0] > 0.9 })
  }

  @Test("changes nothing if the rates are equal, and makes nothing of nothing")
  func identity() {
    #expect(
      Resampler.convert([1, 2, 3], channelCount: 1, fromHz: 48_000, toHz: 48_000) == [1, 2, 3])
    #expect(Resampler.convert([], channelCount: 1, fromHz: 44_100, toHz: 48_000) == [])
  }
}
