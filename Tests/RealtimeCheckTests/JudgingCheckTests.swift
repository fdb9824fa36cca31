// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtimeTrap
import Instrument
import Profiles
import Simulation
import Testing

@Suite struct JudgingCheckTests {
  /// FFTW chooses its algorithms by size, and some allocate; each rate has sizes of its own.
  @Test(
    "judging a hit allocates nothing and locks nothing at any sample rate",
    arguments: [8000, 11_025, 16_000, 22_050, 32_000, 44_100, 48_000, 88_200, 96_000, 192_000])
  func judging(sampleRateHz: Int) {
    let take = StruckSounds.take(
      StruckSounds.middle, amplitudes: [0.5, 0.2], sampleRateHz: Double(sampleRateHz))
    var classifier = Classifier(
      model: Profile.general.model, sampleRateHz: Float(sampleRateHz))
    var history = InputHistory(minimumCapacity: take.samples.count)
    for sample in take.samples { history.append(sample) }
    var velocity: Float = 0
    realtime_trap_arm()
    for index in 0..<2 {
      let onsetFrame = index == 0 ? sampleRateHz * 3 / 10 : sampleRateHz * 6 / 10
      for horizon in 0..<classifier.horizonCount {
        velocity += classifier.judge(history, onsetFrame: onsetFrame, horizon: horizon).velocity
      }
    }
    let counts = realtime_trap_disarm()
    #expect(counts.allocations == 0 && counts.frees == 0 && counts.locks == 0)
    #expect(velocity > 0)
  }
}
