// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import KitMaking
import Simulation
import Testing

@Suite struct HitCutterTests {
  private static let amplitudes: [Float] = [0.05, 0.4, 0.1, 0.2, 0.03, 0.3]

  /// Cuts of a take, and where each hit began within it.
  private func cuts(
    _ sound: StruckSounds.Sound, rateHz: Int, offset: Float = 0, seed: UInt64 = 1
  ) throws -> (cuts: HitCutter.Cuts, take: [Float], onsets: [Int]) {
    let take = StruckSounds.take(
      sound, amplitudes: Self.amplitudes, sampleRateHz: Double(rateHz), spacingSeconds: 0.4,
      seed: seed)
    let samples = take.samples.map { $0 + offset }
    return (
      try HitCutter(sampleRateHz: rateHz).cuts(of: samples, source: "take"), samples,
      take.onsetFrames
    )
  }

  @Test(arguments: [(44_100, UInt64(1)), (48_000, 2), (96_000, 3)])
  func `each hit is a sound that begins just before its attack and ends in silence`(
    rateHz: Int, seed: UInt64
  ) throws {
    for sound in [StruckSounds.low, StruckSounds.middle, StruckSounds.high] {
      let (cuts, take, onsets) = try cuts(sound, rateHz: rateHz, seed: seed)
      #expect(cuts.sounds.count == Self.amplitudes.count)
      let gain = Units.amplitude(decibels: cuts.gainDecibels)
      for (cut, onset) in zip(cuts.sounds, onsets) {
        // The place in the take where the loudest of the sound is.
        let middle = cut.samples.indices.max { abs(cut.samples[$0]) < abs(cut.samples[$1]) } ?? 0
        let place = take[onset...].prefix(rateHz / 10).indices.min {
          abs(take[$0] * gain - cut.samples[middle]) < abs(take[$1] * gain - cut.samples[middle])
        }
        let begin = try #require(place) - middle
        #expect((onset - rateHz / 100...onset - rateHz / 1000).contains(begin))
        #expect(cut.samples.count > onset - begin + rateHz / 20)
        #expect(abs(cut.samples[0]) < 1e-6)
        #expect(abs(cut.samples[cut.samples.count - 1]) < 1e-6)
      }
    }
  }

  @Test func `one gain brings the loudest to its peak and keeps all differences`() throws {
    let (cuts, take, onsets) = try cuts(StruckSounds.middle, rateHz: 48_000)
    let peaks = cuts.sounds.map(\.peak)
    #expect(abs(Units.decibels(amplitude: peaks.max() ?? 0) - HitCutter.peakDecibels) < 1e-4)
    let gain = Units.amplitude(decibels: cuts.gainDecibels)
    for (peak, onset) in zip(peaks, onsets) {
      let before = take[onset..<onset + 4800].reduce(0) { max($0, abs($1)) }
      #expect(abs(peak / (before * gain) - 1) < 0.01)
    }
    #expect(cuts.clippedCount == 0)
  }

  @Test func `an offset of the sound card is removed`() throws {
    let plain = try cuts(StruckSounds.low, rateHz: 48_000).cuts
    let shifted = try cuts(StruckSounds.low, rateHz: 48_000, offset: 0.05).cuts
    #expect(shifted.sounds.count == plain.sounds.count)
    for sound in shifted.sounds {
      let last = sound.samples.suffix(480)
      #expect(abs(last.reduce(0, +)) / Float(last.count) < 1e-3)
    }
  }

  @Test(arguments: [0.06, 0.09])
  func `a sound ends where the next one begins`(spacingSeconds: Double) throws {
    let long = StruckSounds.Sound(frequencyHz: 900, decaySeconds: spacingSeconds / 5)
    let take = StruckSounds.take(
      long, amplitudes: [0.2, 0.4, 0.3, 0.5], spacingSeconds: spacingSeconds, seed: 4)
    let samples =
      take.samples + [Float](repeating: 0, count: 4800)
    let cuts = try HitCutter(sampleRateHz: 48_000).cuts(of: samples, source: "take")
    #expect(cuts.sounds.count == 4)
    for sound in cuts.sounds.dropLast() {
      #expect(abs(sound.seconds - spacingSeconds) < 0.012)
    }
  }

  @Test func `hits at full scale are counted`() throws {
    let take = StruckSounds.take(
      StruckSounds.low, amplitudes: [0.3, 1.6, 0.5, 2], spacingSeconds: 0.4)
    let clipped = take.samples.map { min(1, max(-1, $0)) }
    let cuts = try HitCutter(sampleRateHz: 48_000).cuts(of: clipped, source: "take")
    #expect(cuts.sounds.count == 4)
    #expect(cuts.clippedCount == 2)
  }

  @Test func `samples beyond all sound are cut like others`() throws {
    let take = StruckSounds.take(StruckSounds.middle, amplitudes: [0.3, 0.1, 0.2])
    var huge = take.samples
    for (sign, onset) in zip([Float(1), -1, 1], take.onsetFrames) {
      huge[onset + 20] = sign * .greatestFiniteMagnitude
    }
    let cuts = try HitCutter(sampleRateHz: 48_000).cuts(of: huge, source: "take")
    #expect(!cuts.sounds.isEmpty)
    for sound in cuts.sounds {
      #expect(sound.samples.allSatisfy(\.isFinite) && sound.peak <= 1)
      #expect(sound.decibels.isFinite)
    }
  }

  @Test func `of very many hits some are chosen evenly`() throws {
    let amplitudes = (0..<120).map { $0 % 2 == 0 ? Float(0.4) : 0.1 }
    let take = StruckSounds.take(
      StruckSounds.middle, amplitudes: amplitudes, spacingSeconds: 0.25, variation: 0)
    let cuts = try HitCutter(sampleRateHz: 48_000).cuts(of: take.samples, source: "take")
    #expect(cuts.foundCount == 120)
    #expect(cuts.sounds.count == HitCutter.mostSounds)
    let loud = cuts.sounds.count { $0.peak > 0.5 }
    #expect((40...60).contains(loud))
  }

  @Test func `a take without hits is refused with its reason`() throws {
    let silent = [Float](repeating: 0, count: 48_000)
    let error = #expect(throws: KitMakingError.self) {
      try HitCutter(sampleRateHz: 48_000).cuts(of: silent, source: "silence.wav")
    }
    #expect(error?.kind == .broken)
    #expect(error?.problem.contains("'silence.wav': no hit was found; it is silent") == true)
    let noise = Signal.noise(count: 48_000, amplitude: 0.01)
    #expect(throws: KitMakingError.self) {
      try HitCutter(sampleRateHz: 48_000).cuts(of: noise, source: "noise.wav")
    }
  }
}
