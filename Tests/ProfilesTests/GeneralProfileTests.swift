// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
@testable import Profiles
import Simulation
import Testing

@Suite struct GeneralProfileTests {
  @Test("answers with kick, snare and closed hi-hat")
  func roles() {
    #expect(Profile.general.sounds.map(\.role) == [.kick, .snare, .hihatClosed])
    #expect(Profile.general.model.sounds.map(\.name) == ["kick", "snare", "hihat-closed"])
  }

  @Test(
    "low, middle and high sounds it never met are known after 12 ms",
    arguments: [
      (70, 0), (120, 0), (200, 0), (600, 1), (1000, 1), (1600, 1), (4500, 2), (7000, 2), (9000, 2),
    ])
  func knows(frequencyHz: Int, sound: Int) {
    let take = StruckSounds.take(
      StruckSounds.Sound(frequencyHz: Double(frequencyHz), decaySeconds: 0.02, noise: 0.02),
      amplitudes: [0.5, 0.1, 0.3], seed: UInt64(frequencyHz))
    let verdicts = Listening.verdicts(
      .general, take.samples, onsetFrames: take.onsetFrames)
    for verdict in verdicts { #expect(verdict[4].sound == sound) }
  }

  @Test("the stored model is the one that its sounds give; transforms round by processor")
  func stored() {
    let (stored, trained) = (Profile.general.model, GeneralSounds.train())
    func strays(_ one: [Float], _ other: [Float]) -> Float {
      zip(one, other).map { abs($0 - $1) }.max() ?? .infinity
    }
    #expect(stored.sounds.map(\.name) == trained.sounds.map(\.name))
    for (kept, made) in zip(stored.sounds, trained.sounds) {
      #expect(strays(kept.means.flatMap(\.self), made.means.flatMap(\.self)) < 0.001)
      #expect(
        strays(kept.forecasts.map(\.riseDecibels), made.forecasts.map(\.riseDecibels)) < 0.001)
      #expect(kept.velocity == made.velocity)
      #expect(kept.burst == made.burst)
      #expect(kept.usualPeakDecibels == made.usualPeakDecibels)
      #expect(kept.usualDistance == made.usualDistance)
    }
    #expect(stored.shiftCosts == trained.shiftCosts)
    #expect(strays(stored.sharpness, trained.sharpness) < 0.001)
    for (kept, made) in zip(stored.covariances, trained.covariances) {
      #expect(zip(kept, made).allSatisfy { abs($0 - $1) < 0.001 })
    }
  }

  @Test("a model keeps every bit")
  func bytes() {
    let model = Profile.general.model
    #expect(GeneralModel.bytes(model) == GeneralModel.bytes(GeneralModel.stored))
    #expect(GeneralModel.bytes(model).count == GeneralModel.storedCount)
  }
}
