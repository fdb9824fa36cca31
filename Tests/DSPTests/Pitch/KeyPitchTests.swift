// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Testing

@Suite struct KeyPitchTests {
  @Test(
    "a frequency has the name of the nearest key, and the cents to it",
    arguments: [
      (440, 440, "A4", 69, 0), (261.6256, 440, "C4", 60, 0), (61.7354, 440, "B1", 35, 0),
      (987.767, 440, "B5", 83, 0), (185, 440, "F#3", 54, 0.04), (432, 440, "A4", 69, -31.77),
      (440, 432, "A4", 69, 31.77), (452, 440, "A4", 69, 46.58), (454, 440, "A#4", 70, -45.77),
    ] as [(Float, Float, String, Int, Float)])
  func names(hertz: Float, a4Hz: Float, name: String, key: Int, cents: Float) {
    let pitch = KeyPitch(frequencyHz: hertz, a4Hz: a4Hz)
    #expect(pitch.name == name && pitch.key == key)
    #expect(abs(pitch.cents - cents) < 0.05, "\(pitch.cents)")
  }
}
