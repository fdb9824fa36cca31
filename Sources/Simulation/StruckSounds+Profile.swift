// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Instrument
import Profiles

extension StruckSounds {
  /// Examples of a sound, played soft and hard, learned at their true onsets.
  package static func examples(
    _ sound: Sound, count: Int = 10, sampleRateHz: Double = 48_000, gain: Float = 1,
    seed: UInt64 = 1
  ) -> [Example] {
    let take = take(
      sound, amplitudes: dynamics(count: count), sampleRateHz: sampleRateHz, seed: seed)
    var history = InputHistory(minimumCapacity: take.samples.count)
    for sample in take.samples { history.append(gain * sample) }
    var reader = ExampleReader(sampleRateHz: Float(sampleRateHz))
    return take.onsetFrames.map { reader.example(history, onsetFrame: $0) }
  }
}
