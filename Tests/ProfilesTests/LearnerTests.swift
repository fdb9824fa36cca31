// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Profiles
import Simulation
import Testing

@Suite struct LearnerTests {
  private func lesson(
    _ label: String, _ sound: StruckSounds.Sound, count: Int = 6, rangeDecibels: Float = 18,
    sampleRateHz: Double = 48_000, seed: UInt64 = 1
  ) -> Lesson {
    let amplitudes = StruckSounds.dynamics(count: count, rangeDecibels: rangeDecibels)
    let take = StruckSounds.take(
      sound, amplitudes: amplitudes, sampleRateHz: sampleRateHz, spacingSeconds: 0.4,
      seed: seed)
    return Lesson(
      label: label, samples: take.samples, sampleRateHz: Float(sampleRateHz),
      source: "\(label).wav")
  }

  @Test("finds the hits of each take and keeps three sounds apart")
  func learns() throws {
    let (profile, report) = try Learner.learn([
      lesson("thump", StruckSounds.low), lesson("knock", StruckSounds.middle),
      lesson("tick", StruckSounds.high),
    ])
    #expect(report.found.map(\.hits) == [6, 6, 6])
    #expect(profile.sounds.map(\.name) == ["thump", "knock", "tick"])
    #expect(profile.sounds.map(\.role) == [.kick, .snare, .hihatClosed])
    #expect(report.validation.accuracy(horizon: 4) == 1)
    for found in report.found {
      #expect(abs(found.loudestDecibels - -6) < 3)
      #expect(abs((found.loudestDecibels - found.softestDecibels) - 18) < 3)
      #expect(abs(found.noiseDecibels - -85) < 2)  // even noise of ±1e-4 has an rms of -84.8 dBFS
    }
  }

  @Test("takes of one label teach one sound, whatever their sample rates")
  func merges() throws {
    let (profile, report) = try Learner.learn([
      lesson("a", StruckSounds.low), lesson("b", StruckSounds.high),
      lesson("a", StruckSounds.low, sampleRateHz: 44_100, seed: 2),
    ])
    #expect(profile.sounds.map(\.name) == ["a", "b"])
    #expect(profile.sounds[0].examples.count == 12)
    #expect(report.found.count == 3)
  }

  @Test("a take without hits is named, with its level")
  func noHits() {
    let silence = Lesson(
      label: "kick", samples: [Float](repeating: 0, count: 48_000), sampleRateHz: 48_000,
      source: "kick.wav")
    var silent = UnheardLevel()
    silent.add(silence.samples)
    #expect(silent.fault?.contains("silent") == true)
    #expect(
      throws: LearningError.noHits(label: "kick", source: "kick.wav", level: silent)
    ) { try Learner.learn([silence]) }
  }

  @Test("no takes, and a sound without a name, are errors")
  func wrongUse() {
    #expect(throws: LearningError.noLessons) { try Learner.learn([]) }
    #expect(throws: LearningError.noLabel(source: ".wav")) {
      try Learner.learn([lesson("", StruckSounds.low)])
    }
  }

  @Test("warns of too few hits, of even dynamics and of sounds that are alike")
  func warnings() throws {
    let (_, report) = try Learner.learn([
      lesson("few", StruckSounds.low, count: 3),
      lesson("even", StruckSounds.high, rangeDecibels: 2),
      lesson("one", StruckSounds.middle), lesson("same", StruckSounds.middle, seed: 3),
    ])
    let warnings = report.warnings.joined(separator: "\n")
    #expect(warnings.contains("Only 3 hits of “few”"))
    #expect(warnings.contains("All hits of “even” are about equally hard"))
    #expect(warnings.contains("“one” and “same” sound alike"))
    #expect(warnings.contains("both are about as bright"))
    #expect(warnings.contains("nearer to the microphone"))
    #expect(!warnings.contains("“few” and"))
  }

  @Test("soft hits that hardly stand out of the background are warned of")
  func drowning() throws {
    let amplitudes = StruckSounds.dynamics(count: 6, hardest: 0.5, rangeDecibels: 30)
    let take = StruckSounds.take(
      StruckSounds.middle, amplitudes: amplitudes, spacingSeconds: 0.4, background: 0.004)
    let (_, report) = try Learner.learn([
      Lesson(label: "a", samples: take.samples, sampleRateHz: 48_000, source: "a.wav")
    ])
    #expect(report.warnings.contains { $0.contains("above the background") })
  }

  @Test("a value that is not a number in a take is silence")
  func nan() throws {
    var broken = lesson("a", StruckSounds.middle)
    broken.samples[10] = .nan
    broken.samples[20] = .infinity
    let (profile, _) = try Learner.learn([broken])
    #expect(profile.sounds[0].examples.count == 6)
  }
}
