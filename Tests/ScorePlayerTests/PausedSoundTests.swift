// SPDX-License-Identifier: GPL-3.0-or-later
@testable import Engine
import Instrument
import Profiles
@testable import ScorePlayer
import Simulation
import Testing

/// Sounds of objects that stand still.
struct PausedSoundTests {
  private static let pace = ObjectEvent.unitStep

  /// What is heard of sounds, in blocks, for so many frames.
  private func heard(
    _ events: [(ObjectAction, Int)], block: Int, frameCount: Int
  ) -> [Float] {
    let links = ScoreLinks(sampleRateHz: 48_000)
    let performance = Performance(
      kit: TestKit.kit([TestKit.Drum(TestKit.steady(0.25, frameCount: 10))]), profile: .general,
      settings: InstrumentSettings(), notes: links.notes, objects: links.objects)
    for (action, frame) in events { #expect(performance.send(action, atFrame: frame)) }
    let silence = [Float](repeating: 0, count: block)
    var played = [Float](repeating: 0, count: 2 * block)
    var left: [Float] = []
    while left.count < frameCount + Instrument.outputLatencyFrames {
      performance.audioSide.process(silence, into: &played, frameCount: block)
      left += stride(from: 0, to: 2 * block, by: 2).map { played[$0] }
    }
    return Array(left[Instrument.outputLatencyFrames...].prefix(frameCount))
  }

  @Test("they go on at the same sample, at any block size and speed", arguments: [1, 64, 441])
  func pause(block: Int) {
    let sound = ObjectSound(Signal.noise(count: 9600, amplitude: 0.2, seed: 3), channelCount: 1)
    for step in [Self.pace, Self.pace * 3 / 4] {
      let start = (ObjectAction.start(sound, play: 1, object: 0, step: step), 100)
      let whole = heard([start], block: block, frameCount: 15_000)
      let paused = heard(
        [start, (.plain(.pause), 1000), (.plain(.pause), 1200), (.plain(.resume), 5000)],
        block: block, frameCount: 19_000)
      #expect(Array(paused[..<1000]) == Array(whole[..<1000]))
      #expect(paused[1000..<5000].allSatisfy { $0 == 0 })
      #expect(Array(paused[5000...]) == Array(whole[1000...]))
      #expect(whole[100..<1000].contains { abs($0) > 0.1 })
    }
  }

  @Test("silenced while they stand still they are never heard again, and new ones are")
  func silence() {
    let sound = ObjectSound(Signal.noise(count: 9600, amplitude: 0.2, seed: 3), channelCount: 1)
    func start(_ play: Int) -> ObjectAction {
      .start(sound, play: play, object: 0, step: Self.pace)
    }
    let samples = heard(
      [(start(1), 0), (.plain(.pause), 1000), (.plain(.silence), 2000), (start(2), 3000)],
      block: 64,
      frameCount: 13_000)
    #expect(samples[1000..<3000].allSatisfy { $0 == 0 })
    #expect(Array(samples[3000..<12_600]) == Signal.noise(count: 9600, amplitude: 0.2, seed: 3))
  }
}
