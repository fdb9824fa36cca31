// SPDX-License-Identifier: GPL-3.0-or-later
import AudioIO
import Measuring
import Profiles
import Simulation
import Testing

@testable import Engine

/// Hits that are recorded to be played: the player ends them.
@Suite struct SampledLessonTests {
  /// A microphone that hears three hits after five seconds, in a time that passes only while a
  /// lesson waits.
  private final class Table: LessonMicrophone {
    let rateHz = 48_000
    let captureCard: Int? = nil
    let inputChannels = InputChannels.channel(1)
    let channelPeaks = ChannelPeaks()
    let ending: LoopEnding? = nil
    private(set) var frame = 0
    private let hits: [Float]

    init(hits count: Int) {
      hits =
        StruckSounds.take(
          StruckSounds.low, amplitudes: [Float](repeating: 0.3, count: count), spacingSeconds: 0.4,
          background: 0
        ).samples
    }

    func newSamples() -> InputTap.Heard {
      let before = frame
      frame += rateHz / 30
      let noise = Signal.noise(count: frame - before, amplitude: 1e-4, seed: UInt64(before + 1))
      return (
        samples: noise.enumerated().map { index, sample in
          let place = before + index - 5 * rateHz
          return sample + (hits.indices.contains(place) ? hits[place] : 0)
        }, second: nil
      )
    }

    func newEvents() -> [DeviceEvent] { [] }
  }

  private enum Ending: CaseIterable { case answer, signal }

  /// Teaches a sound that ends after eight seconds, as the player wishes.
  private func lessons(_ ending: Ending, hits: Int) -> (labels: [String], isAsked: Bool) {
    let table = Table(hits: hits)
    var isWished = false
    func wishes(_ own: Ending) -> Bool {
      guard own == ending, table.frame > 8 * table.rateHz, !isWished else { return false }
      isWished = true
      return true
    }
    let lesson = LiveLesson(
      table, device: "table", hitsPerSound: 20, setsLevel: false, purpose: .sampling,
      player: LiveLesson.Player(
        waits: { _ in wishes(.signal) }, hasAnswered: { wishes(.answer) }, hears: { _ in }))
    do throws(LiveLesson.BrokenOff) {
      try lesson.teach("kick")
      return (lesson.lessons.map(\.label), false)
    } catch {
      if case .asked = error { return (lesson.lessons.map(\.label), true) }
      return ([], false)
    }
  }

  @Test(arguments: [1, 3, 5])
  func `an answer and being asked to end keep the hits so far`(hits: Int) {
    for ending in Ending.allCases {
      let kept = lessons(ending, hits: hits)
      #expect(kept.labels == ["kick"] && !kept.isAsked)
    }
  }

  @Test func `without a hit nothing is kept, and nothing is asked for again`() {
    for ending in Ending.allCases {
      let kept = lessons(ending, hits: 0)
      #expect(kept.labels.isEmpty && kept.isAsked)
    }
  }
}
