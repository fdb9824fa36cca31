// SPDX-License-Identifier: GPL-3.0-or-later
import Profiles
import Simulation
import Testing

@Suite struct PairAdviceTests {
  private func sound(
    _ name: String, hertz: Double, decaySeconds: Double, seed: UInt64 = 1
  ) -> Profile.SoundClass {
    let sound = StruckSounds.Sound(frequencyHz: hertz, decaySeconds: decaySeconds, noise: 0)
    return Profile.SoundClass(
      name: name, role: .other, examples: Listening.examples(sound, seed: seed))
  }

  @Test(
    "brightness and length of a decaying tone are its pitch and its decay",
    arguments: [(300, 0.01), (1000, 0.01), (1000, 0.03), (5000, 0.005)])
  func character(hertz: Double, decaySeconds: Double) {
    let character = SoundCharacter(
      examples: sound("a", hertz: hertz, decaySeconds: decaySeconds).examples)
    #expect(abs(character.centroidHz / Float(hertz) - 1) < 0.25)
    #expect(abs(character.decayMilliseconds / Float(1000 * decaySeconds) - 1) < 0.15)
    #expect(character.brightnessOctaves.deviation < 0.3)
  }

  @Test("a pair alike in all is named, and the brighter one is to be made brighter")
  func alike() {
    let advice = PairAdvice(
      first: sound("tock", hertz: 1100, decaySeconds: 0.01),
      second: sound("tick", hertz: 1000, decaySeconds: 0.011, seed: 2))
    #expect(advice.why.contains("as bright") && advice.why.contains("as long"))
    #expect(advice.advice.contains("hit “tock” nearer to the microphone"))
  }

  @Test("if only the length is alike, the longer one is to ring longer")
  func length() {
    let advice = PairAdvice(
      first: sound("low", hertz: 400, decaySeconds: 0.015),
      second: sound("high", hertz: 2000, decaySeconds: 0.013))
    #expect(advice.why.contains("about as long") && advice.why.contains("only their brightness"))
    #expect(advice.advice.contains("hit “low” on something that rings"))
  }

  @Test("if only the brightness is alike, the length is named")
  func brightness() {
    let advice = PairAdvice(
      first: sound("short", hertz: 800, decaySeconds: 0.005),
      second: sound("long", hertz: 800, decaySeconds: 0.04))
    #expect(advice.why.contains("only their length differs"))
  }
}
