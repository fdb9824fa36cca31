// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import flam_score

@Suite struct AubioTests {
  /// Printed frames, and after how many frames of the same file aubio 0.4.9 first printed them.
  @Test(
    "a hit is available at the end of the hop in which aubio knows it",
    arguments: [
      (64, 48_628, 48_896), (64, 63_811, 64_064), (64, 82_210, 82_496), (128, 48_599, 49_152),
      (128, 63_777, 64_384), (256, 48_315, 49_408), (256, 63_455, 64_512),
    ])
  func availability(hopFrames: Int, printed: Int, known: Int) {
    let hit = Aubio(hopFrames: hopFrames).hit(printed, sampleRateHz: 48_000)
    #expect((hit.availableSeconds * 48_000).rounded() == Double(known))
    #expect((hit.seconds * 48_000).rounded() == Double(printed))
  }
}
