// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc
import Instrument
import Simulation
import Testing

@Suite struct ChannelComparisonTests {
  private let onset = 4800

  /// A strike of noise and ringing over a faint background, at `onset`.
  private func strike(rateHz: Float = 48_000) -> [Float] {
    let struck = Signal.noise(count: 2400, seed: 3).enumerated().map { frame, noise in
      let seconds = Float(frame) / rateHz
      let fall = Units.amplitude(decibels: -2000 * seconds)
      return fall * (0.3 * noise + 0.3 * Float(sin(2 * Double.pi * 400 * Double(seconds))))
    }
    return [Float](repeating: 0, count: onset) + struck
  }

  private func history(_ samples: [Float], seed: UInt64?) -> InputHistory {
    var history = InputHistory(minimumCapacity: samples.count, sampleRateHz: 48_000)
    let noise = Signal.noise(
      count: samples.count, amplitude: seed == nil ? 0 : 1e-4, seed: seed ?? 1)
    for (sample, noise) in zip(samples, noise) { history.append(sample + noise) }
    return history
  }

  private func difference(
    _ first: [Float], _ second: [Float], rateHz: Float = 48_000, horizon: Int,
    isNoisy: Bool = true
  ) -> ChannelDifference {
    let comparison = ChannelComparison(sampleRateHz: rateHz)
    let one = history(first, seed: isNoisy ? 7 : nil)
    let other = history(second, seed: isNoisy ? 8 : nil)
    return comparison.difference(
      first: one, second: other, onsetFrame: onset, horizon: horizon)
  }

  @Test(
    "a delay in frames and a level difference come back, early and late",
    arguments: [(0.0, -6.0), (3.4, 4.0), (-20.25, 9.0), (47.5, -12.0)], [2, 3, 6])
  func known(_ reported: (frames: Double, decibels: Double), horizon: Int) throws {
    let first = strike()
    let gain = Units.amplitude(decibels: Float(reported.decibels))
    let second = Signal.delayed(first, frames: reported.frames).map { gain * $0 }
    let difference = difference(first, second, horizon: horizon)
    let seconds = try #require(difference.delaySeconds)
    #expect(abs(Double(seconds) * 48_000 - reported.frames) < 0.05)
    // A delayed strike is heard for a shorter time by then.
    let tolerance: Float = horizon > 2 && abs(reported.frames) < 10 ? 0.7 : 3
    for band in 0..<ChannelDifference.bandCount {
      let level = try #require(difference.levelDecibels(band: band))
      #expect(abs(level - Float(reported.decibels)) < tolerance)
    }
  }

  @Test(
    "a delay is the same in seconds at every sample rate",
    arguments: [44_100, 48_000, 88_200, 96_000, 192_000] as [Float])
  func sampleRates(rateHz: Float) throws {
    let first = strike(rateHz: rateHz)
    let frames = 0.0003 * Double(rateHz)
    let second = Signal.delayed(first, frames: frames)
    let seconds = try #require(
      difference(first, second, rateHz: rateHz, horizon: 3).delaySeconds)
    // A twentieth of a frame of 48 kHz; with thinned frames their aliases are noise.
    #expect(abs(seconds - 0.0003) < (rateHz < 88_000 ? 1e-6 : 5e-6))
  }

  @Test("two equal channels show no difference")
  func copies() {
    let comparison = ChannelComparison(sampleRateHz: 48_000)
    let one = history(strike(), seed: 7)
    let other = history(strike(), seed: 7)
    for horizon in 0..<HitFeatures.horizonCount {
      let difference = comparison.difference(
        first: one, second: other, onsetFrame: onset, horizon: horizon)
      #expect(!difference.isKnown)
    }
  }

  @Test(
    "a microphone that has heard only noise so far is far softer, and its delay is unknown")
  func unheard() throws {
    let silence = [Float](repeating: 0, count: strike().count)
    let difference = difference(strike(), silence, horizon: 0)
    #expect(try #require(difference.levelDecibels(band: 2)) <= -29)
    #expect(difference.delaySeconds == nil)
  }

  @Test("a silent channel shows nothing")
  func muted() {
    let silence = [Float](repeating: 0, count: strike().count)
    for horizon in 0..<HitFeatures.horizonCount {
      #expect(!difference(strike(), silence, horizon: horizon, isNoisy: false).isKnown)
      #expect(!difference(silence, strike(), horizon: horizon, isNoisy: false).isKnown)
    }
  }

  @Test("continuous noise is no hit, and shows nothing")
  func steadyNoise() {
    let (one, other) = (
      Signal.noise(count: 9600, amplitude: 0.1, seed: 1),
      Signal.noise(count: 9600, amplitude: 0.02, seed: 2)
    )
    for horizon in 2..<HitFeatures.horizonCount {
      #expect(!difference(one, other, horizon: horizon).isKnown)
    }
  }

  @Test("sound after the horizon changes nothing", arguments: 0..<7)
  func nothingIsWaitedFor(horizon: Int) {
    let first = strike()
    let second = Signal.delayed(first, frames: 12)
    let end = onset + Int(HitFeatures.horizonSeconds[horizon] * 48_000 + 0.5)
    func cut(_ samples: [Float]) -> [Float] {
      Array(samples[..<end]) + [Float](repeating: 0.5, count: samples.count - end)
    }
    #expect(
      difference(first, second, horizon: horizon)
        == difference(cut(first), cut(second), horizon: horizon))
  }
}
