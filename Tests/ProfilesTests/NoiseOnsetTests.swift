// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Testing

@testable import Profiles

@Suite struct NoiseOnsetTests {
  @Test("the stored onsets are shapes of real sounds")
  func table() {
    #expect(NoiseOnset.scenes.count == 27)
    #expect(NoiseOnset.scenes.reduce(0) { $0 + $1.onsets.count } == 711)
    #expect(NoiseOnset.scenes.map(\.seconds).reduce(0, +).rounded() == 522)
    for scene in NoiseOnset.scenes {
      let span = scene.onsets.reduce(0) { $0 + Double($1.sinceLastSeconds) }
      #expect(span <= 1.1 * scene.seconds + 0.1)
      for onset in scene.onsets {
        #expect((-75...0.5).contains(onset.peakDecibels))
        #expect(onset.strikeLogOdds.count == UnknownSoundModel.stageCount)
        #expect(onset.shape.power[HitShape.segmentCount - 1].max() > 0)
      }
    }
  }
}
