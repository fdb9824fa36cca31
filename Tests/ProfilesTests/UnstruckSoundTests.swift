// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Foundation
import Simulation
import Testing

@testable import Profiles

@Suite struct UnstruckSoundTests {
  /// Syllables, two a second: a voice of 130 Hz that swells within 40 ms and goes on for 200 ms.
  private static func talk(syllables: Int) -> [Float] {
    var generator = SeededGenerator(seed: 4)
    var samples = (0..<(24_000 * (syllables + 2))).map { _ in 0.0003 * (2 * generator.uniform() - 1)
    }
    for syllable in 0..<syllables {
      let first = 24_000 * (syllable + 1)
      let hertz = 120 + 20 * Double(generator.uniform())
      for frame in 0..<9600 {
        let seconds = Double(frame) / 48_000
        let swell = min(1, seconds / 0.04) * min(1, (0.2 - seconds) / 0.08)
        let voice = (1...20).reduce(0.0) { sum, partial in
          sum + sin(2 * .pi * hertz * Double(partial) * seconds) / Double(partial)
        }
        samples[first + frame] += Float(0.15 * swell * voice)
      }
    }
    return samples
  }

  private func isUnstruck(_ examples: [Example]) -> Bool {
    Profile.SoundClass(name: "tap", role: .snare, examples: examples).isUnstruck
  }

  @Test("strikes are distinguished from syllables by their shape")
  func talk() {
    var reader = ExampleReader(sampleRateHz: 48_000)
    let syllables = reader.examples(in: Self.talk(syllables: 10))
    #expect(syllables.count >= 5)
    #expect(isUnstruck(syllables))
    for sound in [StruckSounds.low, StruckSounds.middle] {
      #expect(!isUnstruck(StruckSounds.examples(sound, count: 10)))
    }
    #expect(!isUnstruck([]))
  }

  @Test("a lesson with talking in it is reported as such, before all else")
  func report() throws {
    let lesson = Lesson(
      label: "kick", samples: Self.talk(syllables: 10), second: nil, sampleRateHz: 48_000,
      source: "the microphone")
    let warnings = try Learner.learn([lesson]).report.warnings
    #expect(warnings.first?.contains("“kick” sounds like speech or noise") == true, "\(warnings)")
  }
}
