// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Foundation
import Instrument
import Simulation
import Testing

/// Notes on keys: their pitch, and how they end.
@Suite struct KeyTests {
  private static let plain = PlayingStyle(choice: .roundRobin, humanising: .none)

  private static func tone(hertz: Double, frameCount: Int) -> [SIMD2<Float>] {
    (0..<frameCount).map { frame in
      let sample = Float(0.5 * sin(2 * .pi * hertz * Double(frame) / 48_000))
      return SIMD2(sample, sample)
    }
  }

  /// A bank of one pad, a tone that was recorded at a key.
  private static func bank(
    hertz: Double, frameCount: Int = 300_000, note: Int = 69, zone: KeyZone = KeyZone(),
    velocitySemitones: Float = 0
  ) -> VoiceBank {
    var drum = TestKit.Drum(tone(hertz: hertz, frameCount: frameCount))
    (drum.note, drum.zone, drum.velocitySemitones) = (note, zone, velocitySemitones)
    return VoiceBank(drums: DrumSet.make(kit: TestKit.kit([drum]), playing: plain, seed: 1))
  }

  /// What a key plays, without its first 20 ms.
  private static func played(_ bank: inout VoiceBank, key: Float?, count: Int = 16_384) -> [Float] {
    bank.start(NoteOn(hit: 1, pad: 0, key: key, velocity: 1), atFrame: bank.frame)
    return Array(bank.renderedLeft(frameCount: count + 1000).dropFirst(1000))
  }

  @Test(
    "a note sounds at the pitch of its key, four octaves down and up, between keys as well",
    arguments: [21, 33, 44.5, 57, 57.01, 63.3, 68.99, 69, 69.01, 75.62, 81, 81.01, 93, 104.8, 117]
      as [Float])
  func pitch(key: Float) {
    var bank = Self.bank(hertz: 440)
    let hertz = 440 * pow(2, (Double(key) - 69) / 12)
    let cents = TonePitch.cents(Self.played(&bank, key: key), from: hertz)
    #expect(abs(cents) < 0.1, "\(key): \(cents)")
  }

  @Test(
    "a pad follows keys as far as it says",
    arguments: [(0.5, 6), (0, 0), (-1, -12), (2, 24)] as [(Float, Double)])
  func tracking(semitonesPerKey: Float, semitones: Double) {
    var bank = Self.bank(hertz: 440, zone: KeyZone(semitonesPerKey: semitonesPerKey))
    let hertz = 440 * pow(2, semitones / 12)
    let cents = TonePitch.cents(Self.played(&bank, key: 81), from: hertz)
    #expect(abs(cents) < 0.1, "\(cents)")
  }

  @Test("velocity moves the pitch as far as the pad says", arguments: [0.25, 0.5, 1] as [Float])
  func velocity(velocity: Float) {
    var bank = Self.bank(hertz: 440, velocitySemitones: 12)
    bank.start(NoteOn(hit: 1, pad: 0, velocity: velocity), atFrame: bank.frame)
    let heard = Array(bank.renderedLeft(frameCount: 17_384).dropFirst(1000))
    let cents = TonePitch.cents(heard, from: 440 * pow(2, Double(velocity)))
    #expect(abs(cents) < 0.1, "\(cents)")
  }

  @Test("at its own key a pad sounds as without one, bit by bit, detuned by chance or not")
  func ownKey() {
    for humanising in [Humanising.none, .slight] {
      func played(key: Float?) -> [SIMD2<Float>] {
        var drum = TestKit.Drum(TestKit.noise(frameCount: 5000, seed: 1))
        drum.note = 60
        let playing = PlayingStyle(choice: .scored, humanising: humanising)
        var bank = VoiceBank(
          drums: DrumSet.make(kit: TestKit.kit([drum]), playing: playing, seed: 3))
        bank.start(NoteOn(hit: 1, pad: 0, key: key, velocity: 0.7), atFrame: 10)
        return bank.rendered(frameCount: 6000)
      }
      #expect(played(key: 60) == played(key: nil))
      #expect(played(key: 60.5) != played(key: nil))
    }
  }

  @Test("far up a tone keeps its level, and what would lie beyond half the rate is left out")
  func levels() {
    func decibels(hertz: Double, key: Float) -> Float {
      var bank = Self.bank(hertz: hertz)
      let samples = Self.played(&bank, key: key)
      let power = samples.reduce(0) { $0 + $1 * $1 } / Float(samples.count)
      return Units.decibels(power: power) - Units.decibels(power: 0.125)
    }
    for (hertz, key) in [(440.0, Float(57)), (1000, 82), (500, 93), (300, 105), (150, 117)] {
      #expect(abs(decibels(hertz: hertz, key: key)) < 0.1, "\(hertz) Hz on \(key)")
    }
    // Three octaves, and an octave and a semitone.
    #expect(decibels(hertz: 9000, key: 105) < -50)
    #expect(decibels(hertz: 23_000, key: 82) < -50)
  }

  @Test(
    "the first frame of a note is heard on its frame, at any pitch",
    arguments: [21, 57, 82, 117] as [Float])
  func beginning(key: Float) throws {
    var drum = TestKit.Drum(TestKit.steady(1, frameCount: 200_000))
    drum.note = 69
    var bank = VoiceBank(
      drums: DrumSet.make(kit: TestKit.kit([drum]), playing: Self.plain, seed: 1))
    bank.start(NoteOn(hit: 1, pad: 0, key: key, velocity: 1), atFrame: 300)
    let samples = bank.renderedLeft(frameCount: 1000)
    #expect(samples[..<300].allSatisfy { $0 == 0 })
    // Half of the step is there at the frame itself.
    let half = try #require(samples.firstIndex { $0 >= 0.5 })
    #expect((300...301).contains(half), "\(half)")
    #expect(abs(samples[999] - 1) < 1e-4)
  }

  /// Notes at many pitches on gated and other pads, ended, corrected and choked.
  private func performance(blockFrames: Int) -> [SIMD2<Float>] {
    let drums = (0..<4).map { pad in
      var drum = TestKit.Drum(layers: [
        (0..<2).map { TestKit.noise(frameCount: 9000, seed: UInt64(3 * pad + $0)) }
      ])
      drum.note = 40 + 10 * pad
      drum.zone = KeyZone(
        semitonesPerKey: pad == 3 ? 0.5 : 1, releaseSeconds: pad % 2 == 0 ? 0.01 : nil)
      drum.pan = Float(pad) / 2 - 0.7
      return drum
    }
    var bank = VoiceBank(kit: TestKit.kit(drums), voiceCount: 6, seed: 7)
    var random = SeededGenerator(seed: 5)
    for hit in 0..<60 {
      let frame = hit * 131
      let key = 100 * random.uniform() + 10
      bank.start(
        NoteOn(hit: hit, pad: hit % 4, key: key, velocity: random.uniform()), atFrame: frame)
      if hit % 3 == 0 { bank.noteOff(hit: hit, atFrame: frame + 333) }
      if hit % 5 == 0 {
        bank.revise(
          NoteOn(hit: hit, pad: (hit + 1) % 4, key: key, velocity: random.uniform()),
          atFrame: frame + 2301)
      }
    }
    return bank.rendered(frameCount: 12_000, blockFrames: blockFrames)
  }

  @Test("the same notes give the same bits", arguments: [1, 7, 64, 441, 1024])
  func invariance(blockFrames: Int) {
    let reference = performance(blockFrames: 12_000)
    #expect(reference.contains { abs($0.x) > 0.1 })
    #expect(performance(blockFrames: blockFrames) == reference)
  }

  /// The last frame that is not silent of a note that begins at 100 and ends at 5000.
  private func lastFrame(_ zone: KeyZone, _ end: (inout VoiceBank) -> Void) -> (Int, [Float]) {
    var drum = TestKit.Drum(TestKit.steady(1, frameCount: 40_000))
    (drum.note, drum.zone) = (60, zone)
    var bank = VoiceBank(
      drums: DrumSet.make(kit: TestKit.kit([drum]), playing: Self.plain, seed: 1))
    bank.start(NoteOn(hit: 1, pad: 0, velocity: 1), atFrame: 100)
    end(&bank)
    let samples = bank.renderedLeft(frameCount: 48_000)
    return (samples.lastIndex { $0 != 0 } ?? -1, samples)
  }

  @Test("a gated note sounds until it ends, and fades in the time of its pad, to the frame")
  func gate() {
    let gated = KeyZone(releaseSeconds: 0.1)
    let (last, samples) = lastFrame(gated) { $0.noteOff(hit: 1, atFrame: 5000) }
    #expect(Set(samples[100..<5000]).count == 1 && samples[99] == 0)
    #expect(last == 5000 + 4800 - 2)
    #expect(zip(samples[5000..<9800], samples[5001..<9801]).allSatisfy { $0 >= $1 })
    #expect(lastFrame(gated) { _ in }.0 == 100 + 40_000 - 1)
  }

  @Test("other notes end quickly, as does what is taken back; what ends before it begins is silent")
  func otherEnds() {
    let quick = 5000 + 192 - 2
    #expect(lastFrame(KeyZone()) { $0.noteOff(hit: 1, atFrame: 5000) }.0 == quick)
    let gated = KeyZone(releaseSeconds: 0.1)
    #expect(lastFrame(gated) { _ = $0.release(hit: 1, atFrame: 5000) }.0 == quick)
    #expect(lastFrame(gated) { $0.noteOff(hit: 1, atFrame: 100) }.0 == -1)
  }
}
