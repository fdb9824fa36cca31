// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials
import Instrument
import Profiles
import Simulation
import Testing

/// Sounds that strike again by themselves.
@Suite struct BurstTests {
  private static let click = StruckSounds.Sound(frequencyHz: 2500, decaySeconds: 0.003, noise: 0.5)
  /// Five clicks, 20 ms apart.
  private static let ratchet: [(seconds: Double, amplitude: Float)] =
    [(0, 0.9), (0.0205, 1), (0.0395, 0.85), (0.0605, 1), (0.0795, 0.9)]
  /// Four hands, 10 ms apart.
  private static let clap: [(seconds: Double, amplitude: Float)] =
    [(0, 1), (0.0102, 0.85), (0.0197, 0.9), (0.0301, 0.8)]

  /// A sound struck at each of `seconds`, each time with all its clicks.
  private static func take(
    _ clicks: [(seconds: Double, amplitude: Float)], at seconds: [Double], seed: UInt64
  ) -> [Float] {
    var samples = Signal.noise(
      count: Int(48_000 * ((seconds.last ?? 0) + 0.5)), amplitude: 1e-4, seed: seed)
    let amplitudes = StruckSounds.dynamics(count: seconds.count, rangeDecibels: 12)
    for (strike, start) in seconds.enumerated() {
      for (index, next) in clicks.enumerated() {
        let one = StruckSounds.take(
          click, amplitudes: [next.amplitude * amplitudes[strike]], spacingSeconds: 0.1,
          background: 0, seed: seed + UInt64(100 * strike + index))
        let first = Int(48_000 * (start + next.seconds))
        for (frame, sample) in one.samples[one.onsetFrames[0]...].enumerated()
        where first + frame < samples.count {
          samples[first + frame] += sample
        }
      }
    }
    return samples
  }

  private static func learned(
    _ clicks: [(seconds: Double, amplitude: Float)]
  ) throws -> Profile {
    let samples = take(clicks, at: (1...8).map { 0.5 * Double($0) }, seed: 1)
    let lesson = Lesson(label: "a", samples: samples, sampleRateHz: 48_000, source: "a.wav")
    return try Learner.learn([lesson]).profile
  }

  /// When the settled hits of a take began, in seconds.
  private static func heard(_ profile: Profile, _ samples: [Float]) -> [Double] {
    var hearing = profile.hearing(sampleRateHz: 48_000)
    var seconds: [Double] = []
    for sample in samples {
      hearing.process(sample)
      for index in 0..<hearing.eventCount {
        if case .settled(let hit) = hearing.event(index) {
          seconds.append(Double(hit.onsetFrame) / 48_000)
        }
      }
    }
    return seconds
  }

  @Test("each click group of a ratchet is one hit, learning and playing")
  func ratchet() throws {
    let profile = try Self.learned(Self.ratchet)
    #expect(profile.sounds[0].examples.count == 8)
    let strikes = (1...10).map { 0.4 * Double($0) }
    let heard = Self.heard(profile, Self.take(Self.ratchet, at: strikes, seed: 7))
    #expect(heard.count == 10)
    for (heard, strike) in zip(heard, strikes) { #expect(abs(heard - strike) < 0.003) }
  }

  @Test("a clap of many hands is one hit, two claps 120 ms apart are two")
  func claps() throws {
    let profile = try Self.learned(Self.clap)
    #expect(profile.sounds[0].examples.count == 8)
    let strikes = (1...10).flatMap { [0.5 * Double($0), 0.5 * Double($0) + 0.12] }
    #expect(Self.heard(profile, Self.take(Self.clap, at: strikes, seed: 7)).count == 20)
  }

  @Test("a sound learned from single hits strikes once, and its roll of 16 a second is heard whole")
  func roll() throws {
    let profile = try Self.learned([(0, 1)])
    #expect(profile.model.sounds[0].burst == .none)
    let strikes = (0..<50).map { 0.5 + Double($0) / 16 }
    #expect(Self.heard(profile, Self.take([(0, 1)], at: strikes, seed: 7)).count == 50)
  }

  @Test("a stroke in the burst that is louder than it is a hit of its own")
  func flam() throws {
    let profile = try Self.learned([(0, 1), (0.06, 0.3)])
    #expect(profile.model.sounds[0].burst != .none)
    let flams = (1...10).map { 0.4 * Double($0) }
    let samples = Self.take([(0, 0.5), (0.06, 0.9)], at: flams, seed: 7)
    #expect(Self.heard(profile, samples).count == 20)
  }

  @Test("a profile keeps its lesson's bursts")
  func file() throws {
    let profile = try Self.learned(Self.ratchet)
    let again = try ProfileFile.profile(try ProfileFile.data(profile), path: "p.json")
    #expect(again == profile)
    #expect(again.model == profile.model)
  }
}
