// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc
import Instrument
import Simulation
import Testing

@Suite struct HitFeaturesTests {
  private func levels(
    _ samples: [Float], onsetFrame: Int, sampleRateHz: Float, horizon: Int = 5
  ) -> [Float] {
    var features = HitFeatures(sampleRateHz: sampleRateHz)
    var history = InputHistory(minimumCapacity: samples.count, sampleRateHz: 48_000)
    for sample in samples { history.append(sample) }
    let size = HitFeatures.lookCount * features.availableBands
    return [Float](unsafeUninitializedCapacity: size) { buffer, count in
      guard let base = buffer.baseAddress else { return }
      features.levels(
        history, onsetFrame: onsetFrame, horizon: horizon, bandCount: features.availableBands,
        into: base)
      count = size
    }
  }

  @Test(
    "a tone is loudest in the band around its frequency", arguments: [4, 14, 24])
  func tone(band: Int) {
    let frequencyHz = HitFeatures.edgesHz[band + 1]
    let samples = (0..<4096).map { frame in
      0.5 * cosine(2 * .pi * frequencyHz * Float(frame) / 48_000)
    }
    let levels = levels(samples, onsetFrame: 1000, sampleRateHz: 48_000)
    for look in [levels[..<HitFeatures.bandCount], levels[HitFeatures.bandCount...]] {
      let loudest = look.indices.max { look[$0] < look[$1] }
      #expect(loudest.map { $0 - look.startIndex } == band)
    }
  }

  @Test("a late sound is louder in the late look, an early one in the early look")
  func looks() {
    for (frame, isLate) in [(1100, false), (1900, true)] {
      var samples = [Float](repeating: 0, count: 4096)
      samples[frame] = 1
      let levels = levels(samples, onsetFrame: 1000, sampleRateHz: 48_000)
      #expect((levels[HitFeatures.bandCount] > levels[0]) == isLate)
    }
  }

  @Test("6 dB more signal is 6 dB more in every band")
  func gain() {
    let take = StruckSounds.take(StruckSounds.middle, amplitudes: [0.1], background: 0)
    let soft = levels(take.samples, onsetFrame: take.onsetFrames[0], sampleRateHz: 48_000)
    let hard = levels(
      take.samples.map { 2 * $0 }, onsetFrame: take.onsetFrames[0], sampleRateHz: 48_000)
    for (soft, hard) in zip(soft, hard) { #expect(abs(hard - soft - 6.0206) < 0.01) }
  }

  @Test(
    "a hit has the same levels at every sample rate, within 1 dB in its loud bands",
    arguments: [32_000, 44_100, 96_000, 192_000] as [Double])
  func rates(sampleRateHz: Double) {
    func levels(_ rate: Double) -> [Float] {
      let take = StruckSounds.take(
        StruckSounds.Sound(frequencyHz: 700, noise: 0), amplitudes: [0.5], sampleRateHz: rate,
        variation: 0, background: 0)
      return self.levels(
        take.samples, onsetFrame: take.onsetFrames[0], sampleRateHz: Float(rate))
    }
    let reference = levels(48_000)
    let loudest = reference.max() ?? 0
    for (band, level) in levels(sampleRateHz).enumerated() where reference[band] > loudest - 30 {
      #expect(abs(level - reference[band]) < 1)
    }
  }

  @Test("a low sample rate omits the bands that it does not carry")
  func lowRate() {
    let edges = HitFeatures.edgesHz
    let features = HitFeatures(sampleRateHz: 8000)
    #expect(edges[features.availableBands + 1] <= 4000)
    #expect(edges[features.availableBands + 2] > 4000)
  }

  @Test("silence gives finite levels")
  func silence() {
    let levels = levels(
      [Float](repeating: 0, count: 4096), onsetFrame: 1000, sampleRateHz: 48_000)
    #expect(levels.allSatisfy { $0.isFinite })
  }
}

private func cosine(_ radians: Float) -> Float { Float(cos(Double(radians))) }
