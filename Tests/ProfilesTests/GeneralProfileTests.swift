// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Profiles
import TestSupport
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

  @Test("is the same each time it is made")
  func determinism() throws {
    #expect(try ProfileFile.data(.general) == ProfileFile.data(.general))
  }
}
