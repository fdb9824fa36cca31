// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Instrument
import Profiles
import Simulation

/// Learns and judges at known onsets, so that a test of the classifier does not test the detector.
enum Listening {
  /// Examples of a sound, played soft and hard.
  static func examples(
    _ sound: StruckSounds.Sound, count: Int = 10, sampleRateHz: Double = 48_000, gain: Float = 1,
    seed: UInt64 = 1
  ) -> [Example] {
    StruckSounds.examples(
      sound, count: count, sampleRateHz: sampleRateHz, gain: gain, seed: seed)
  }

  /// A profile of sounds called after their order.
  static func profile(
    _ sounds: [StruckSounds.Sound], count: Int = 10, sampleRateHz: Double = 48_000
  ) -> Profile {
    Profile(
      sounds: sounds.enumerated().map { index, sound in
        Profile.SoundClass(
          name: "\(index)", role: .other,
          examples: examples(
            sound, count: count, sampleRateHz: sampleRateHz, seed: UInt64(index + 1)))
      }, noiseDecibels: -80)
  }

  /// Verdicts on each hit of a take at each horizon.
  static func verdicts(
    _ profile: Profile, _ samples: [Float], onsetFrames: [Int], sampleRateHz: Double = 48_000
  ) -> [[Verdict]] {
    var classifier = Classifier(model: profile.model, sampleRateHz: Float(sampleRateHz))
    var history = InputHistory(minimumCapacity: samples.count, sampleRateHz: 48_000)
    for sample in samples { history.append(sample) }
    return onsetFrames.map { onset in
      (0..<classifier.horizonCount).map {
        classifier.judge(history, onsetFrame: onset, horizon: $0)
      }
    }
  }

  /// Share of new hits of `sounds` that `profile` knows, by horizon.
  static func accuracy(
    _ profile: Profile, _ sounds: [StruckSounds.Sound], sampleRateHz: Double = 48_000,
    gain: Float = 1
  ) -> [Double] {
    var right = [Double](repeating: 0, count: HitFeatures.horizonCount)
    var total = 0.0
    for (index, sound) in sounds.enumerated() {
      let take = StruckSounds.take(
        sound, amplitudes: StruckSounds.dynamics(count: 12), sampleRateHz: sampleRateHz,
        seed: UInt64(1000 + index))
      let verdicts = verdicts(
        profile, take.samples.map { gain * $0 }, onsetFrames: take.onsetFrames,
        sampleRateHz: sampleRateHz)
      for verdict in verdicts {
        total += 1
        for horizon in verdict.indices where verdict[horizon].sound == index {
          right[horizon] += 1
        }
      }
    }
    return right.map { $0 / total }
  }
}
