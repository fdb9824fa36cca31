// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Instrument
import Profiles
import Realtime
import Simulation
import Testing

@Suite struct AnotherPersonTests {
  private static let profile = Listening.profile([StruckSounds.low, StruckSounds.middle])
  private static let kit = TestKit.kit([
    TestKit.Drum(layers: [[TestKit.noise(frameCount: 4800, seed: 1)]])
  ])

  /// A take through an instrument with the profile: the published hits, and whether the instrument
  /// reports in the end that the strokes are far from the profile.
  private func hear(_ samples: [Float]) -> (received: [Hit], isFar: Bool) {
    let hits = SPSCRing<HitEvent>(minimumCapacity: 1024)
    let snapshots = SnapshotCell(Snapshot())
    var instrument = Instrument(
      settings: InstrumentSettings(), hearing: Self.profile.hearing(sampleRateHz: 48_000),
      drums: DrumSet.make(kit: Self.kit, seed: 1), hits: hits.producer,
      snapshots: snapshots.publisher)
    var received: [Hit] = []
    for start in stride(from: 0, to: samples.count, by: 64) {
      let block = Array(samples[start..<min(start + 64, samples.count)])
      var output = [Float](repeating: 0, count: 2 * block.count)
      var span = output.mutableSpan
      instrument.process(block.span, into: &span)
      while let event = hits.consumer.pop() {
        if event.turn == .settled { received.append(event.hit) }
      }
    }
    return (received, snapshots.reader.read().isFarFromProfile)
  }

  /// Ten hits of a sound: for each whether a drum answers it, and whether it is reported that they are far from the profile.
  private func play(_ sound: StruckSounds.Sound) -> (answered: [Bool], isFar: Bool) {
    let take = StruckSounds.take(
      sound, amplitudes: [Float](repeating: 0.4, count: 10), spacingSeconds: 0.4, seed: 5)
    let (received, isFar) = hear(take.samples)
    let answered = take.onsetFrames.map { onset in
      received.contains { abs($0.onsetFrame - onset) < 480 && $0.latest.sound != nil }
    }
    return (answered, isFar)
  }

  @Test(
    "short strokes of another person are answered by the nearest sound",
    arguments: [
      StruckSounds.Sound(frequencyHz: 250, decaySeconds: 0.03, noise: 0.3),
      .init(frequencyHz: 1500, decaySeconds: 0.01, noise: 0.3),
    ])
  func another(sound: StruckSounds.Sound) {
    #expect(play(sound).answered.count { $0 } >= 9)
  }

  @Test(
    "unstruck sounds are never taken for another person",
    arguments: [
      UnstruckSounds.gust, UnstruckSounds.tone, UnstruckSounds.vowel, UnstruckSounds.rustle,
    ])
  func unstruck(sound: UnstruckSounds.Sound) {
    let (received, isFar) = hear(UnstruckSounds.take(sound))
    #expect(received.allSatisfy { $0.latest.sound == nil })
    #expect(!isFar)
  }

  @Test(
    "strokes far from every sound of the profile are reported", arguments: [Float(0.05), 0.5])
  func far(noise: Float) {
    #expect(play(.init(frequencyHz: 5000, decaySeconds: 0.03, noise: noise)).isFar)
  }

  @Test("the player's own strokes are answered from the first, and nothing is reported")
  func own() {
    let (answered, isFar) = play(StruckSounds.middle)
    #expect(answered.allSatisfy { $0 })
    #expect(!isFar)
  }
}
