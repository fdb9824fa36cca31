// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Instrument
import Profiles
import Simulation
import TestSupport
import Testing

@Suite struct VelocityTrainingTests {
  /// A sound whose hits have reached `reached` by the horizon at 2.7 ms, and rise on to `loudest`.
  private func sound(reached: [Float], loudest: [Float]) -> HearingModel.SoundClass {
    var reader = ExampleReader(sampleRateHz: 48_000)
    let examples = zip(reached, loudest).map { reached, loudest in
      var samples = [Float](repeating: 0, count: 6000)
      Click.add(peak: Units.amplitude(decibels: reached), at: 1010, to: &samples)
      Click.add(peak: Units.amplitude(decibels: loudest), at: 1200, to: &samples)
      var history = InputHistory(minimumCapacity: 8192, sampleRateHz: 48_000)
      for sample in samples { history.append(sample) }
      return reader.example(history, onsetFrame: 1000)
    }
    let profile = Profile(
      sounds: [Profile.SoundClass(name: "hit", role: .other, examples: examples)],
      noiseDecibels: -80)
    return profile.model.sounds[0]
  }

  @Test("hits that all end equally loud are forecast to end there, whatever they have reached")
  func evenPeaks() {
    let reached: [Float] = [-30, -28, -26, -24, -22, -20, -18, -16]
    let forecast = sound(reached: reached, loudest: reached.map { _ in -10 }).forecasts[2]
    for level in reached {
      #expect(abs(level + forecast.rise(reachedDecibels: level) + 10) < 0.01)
    }
  }

  @Test("hits that all rise equally far are forecast to do so, though one onset was misplaced")
  func evenRises() {
    var reached: [Float] = [-36, -33, -30, -27, -24, -21, -18, -15]
    let loudest = reached.map { $0 + 6 }
    reached[3] = -50
    let forecast = sound(reached: reached, loudest: loudest).forecasts[2]
    #expect(abs(forecast.rise(reachedDecibels: -20) - 6) < 0.01)
    #expect(abs(forecast.rise(reachedDecibels: -34) - 6) < 0.01)
  }

  @Test("the curve runs from the soft to the hard hits, and a stray one moves it little")
  func quantiles() {
    let even = (0...10).map { -40 + 3 * Float($0) }  // -40…-10 dBFS
    var stray = even
    stray[0] = -80
    for levels in [even, stray] {
      let curve = sound(reached: levels, loudest: levels).velocity
      #expect(abs(curve.softDecibels + 37) < 0.01 && abs(curve.hardDecibels + 13) < 0.01)
    }
  }

  @Test("even playing is taken for a range of 20 dB")
  func leastRange() {
    let curve = sound(reached: [-12, -12, -12], loudest: [-12, -12, -12]).velocity
    #expect(abs(curve.softDecibels + 32) < 0.01 && abs(curve.hardDecibels + 12) < 0.01)
    #expect(curve.shape == .linear)
  }

  @Test("the peak is forecast within 1 dB at 3 ms and known by 12 ms (medians)")
  func forecast() {
    let sounds = [StruckSounds.low, StruckSounds.middle, StruckSounds.high]
    let profile = Listening.profile(sounds)
    var early: [Float] = []
    var late: [Float] = []
    for (index, sound) in sounds.enumerated() {
      let take = StruckSounds.take(
        sound, amplitudes: StruckSounds.dynamics(count: 12), seed: UInt64(500 + index))
      let verdicts = Listening.verdicts(profile, take.samples, onsetFrames: take.onsetFrames)
      var history = InputHistory(minimumCapacity: take.samples.count, sampleRateHz: 48_000)
      for sample in take.samples { history.append(sample) }
      for (verdict, onset) in zip(verdicts, take.onsetFrames) {
        let peak = history.peakAmplitude(from: onset, to: onset + 2400)
        let peakDecibels = Units.decibels(amplitude: peak)
        early.append(abs(verdict[2].expectedPeakDecibels - peakDecibels))
        late.append(abs(verdict[4].expectedPeakDecibels - peakDecibels))
      }
    }
    #expect(early.sorted()[18] <= 1 && early.sorted()[34] <= 4)
    #expect(late.sorted()[18] <= 0.1 && late.sorted()[34] <= 0.7)
  }
}
