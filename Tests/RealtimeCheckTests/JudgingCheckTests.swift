// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime
import Instrument
import Profiles
import Simulation
import TestSupport
import Testing

@Suite struct JudgingCheckTests {
  /// FFTW chooses its algorithms by size, and some allocate; each rate has sizes of its own.
  @Test(
    "judging a hit by one microphone or two allocates nothing and locks nothing at any sample rate",
    .slow,
    arguments: [8000, 11_025, 16_000, 22_050, 32_000, 44_100, 48_000, 88_200, 96_000, 192_000])
  func judging(sampleRateHz: Int) async {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) { [sampleRateHz] in
      Self.judge(sampleRateHz: sampleRateHz)
    }
    result.reportOffence()
  }

  private static func judge(sampleRateHz: Int) {
    let take = StruckSounds.take(
      StruckSounds.middle, amplitudes: [0.5, 0.2], sampleRateHz: Double(sampleRateHz))
    var model = Profile.general.model
    model.places = PlaceModel(
      places: model.sounds.map { _ in
        Array(
          repeating: PlaceModel.Place(mean: .zero, deviation: .one),
          count: HitFeatures.horizonCount)
      })
    var classifier = Classifier(model: model, sampleRateHz: Float(sampleRateHz))
    var history = InputHistory(minimumCapacity: take.samples.count, sampleRateHz: 48_000)
    var pair = ChannelPair(sampleRateHz: Float(sampleRateHz))
    var knownCount = 0
    var velocity: Float = 0
    var heardFrames = 0
    let onsetFrames = [sampleRateHz * 3 / 10, sampleRateHz * 6 / 10]
    rt_region_enter()
    for index in 0..<2 {
      let onsetFrame = onsetFrames[index]
      let end = onsetFrame + classifier.frames(horizon: classifier.horizonCount - 1)
      while heardFrames < end {
        history.append(take.samples[heardFrames])
        pair.hear(
          take.samples[heardFrames], 0.5 * take.samples[max(0, heardFrames - 9)],
          isStrokeSounding: false)
        heardFrames += 1
      }
      for horizon in 0..<classifier.horizonCount {
        let difference = pair.difference(onsetFrame: onsetFrame, horizon: horizon)
        knownCount += difference.isKnown ? 1 : 0
        velocity +=
          classifier.judge(
            history, difference: difference, onsetFrame: onsetFrame, horizon: horizon
          ).velocity
      }
    }
    rt_region_exit()
    // Freed after the region, not within.
    withExtendedLifetime((take, onsetFrames)) {}
    withExtendedLifetime(classifier) {}
    withExtendedLifetime(history) {}
    withExtendedLifetime(pair) {}
    #expect(velocity > 0 && knownCount > 0)
  }
}
