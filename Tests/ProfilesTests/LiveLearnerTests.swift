// SPDX-License-Identifier: GPL-3.0-or-later
import Profiles
import TestSupport
import Testing

@Suite struct LiveLearnerTests {
  /// Plays to the learner what it asks for until it has something to review, in blocks of 1 ms.
  private func play(
    _ learner: inout LiveLearner, _ sound: StruckSounds.Sound, hits: Int
  ) -> [LiveLearner.Event] {
    let room = Signal.noise(count: 48_000, amplitude: 1e-4, seed: 4)
    let take = StruckSounds.take(
      sound, amplitudes: StruckSounds.dynamics(count: hits), spacingSeconds: 0.4)
    var playing: ArraySlice<Float> = []
    var events: [LiveLearner.Event] = []
    for step in 0..<20_000 {
      var block = Array(playing.prefix(48))
      playing = playing.dropFirst(48)
      while block.count < 48 { block.append(room[(step * 48 + block.count) % room.count]) }
      let new = learner.hear(block)
      events += new
      for event in new {
        switch event {
        case .tap: playing = take.samples[...]
        case .review, .nothingHeard: return events
        default: break
        }
      }
    }
    return events
  }

  @Test("counts in, counts along, reviews, and learns what was kept")
  func lesson() throws {
    var learner = LiveLearner(labels: ["low", "high"], hitsPerSound: 5, sampleRateHz: 48_000)
    let events = play(&learner, StruckSounds.low, hits: 5)
    #expect(
      events.prefix(4) == [
        .countIn(label: "low", seconds: 3), .countIn(label: "low", seconds: 2),
        .countIn(label: "low", seconds: 1), .tap(label: "low"),
      ])
    guard case .review("low", 5, let softest, let hardest)? = events.last else {
      Issue.record("no review of five hits: \(events)")
      return
    }
    #expect(hardest - softest > 10)
    learner.keep()
    _ = play(&learner, StruckSounds.high, hits: 5)
    learner.keep()
    let lessons = learner.lessons
    #expect(lessons.map(\.label) == ["low", "high"])
    let (profile, _) = try Learner.learn(lessons)
    #expect(profile.sounds.map(\.examples.count) == [5, 5])
  }

  @Test("a sound that is repeated counts only as played last")
  func again() throws {
    var learner = LiveLearner(labels: ["a"], hitsPerSound: 4, sampleRateHz: 48_000)
    _ = play(&learner, StruckSounds.low, hits: 4)
    learner.repeatSound()
    _ = play(&learner, StruckSounds.high, hits: 4)
    learner.keep()
    #expect(learner.lessons.count == 1)
  }

  @Test("fewer hits than asked for are reviewed after a pause")
  func pause() {
    var learner = LiveLearner(labels: ["a"], hitsPerSound: 10, sampleRateHz: 48_000)
    let events = play(&learner, StruckSounds.middle, hits: 3)
    guard case .review("a", 3, _, _)? = events.last else {
      Issue.record("no review of three hits: \(events)")
      return
    }
  }

  @Test("where nothing is heard it says so and counts in once more")
  func silence() {
    var learner = LiveLearner(labels: ["a"], sampleRateHz: 8000)
    let events = learner.hear([Float](repeating: 0, count: 8000 * 16))
    #expect(events.contains(.nothingHeard(label: "a")))
    #expect(events.last == .countIn(label: "a", seconds: 3))
  }
}
