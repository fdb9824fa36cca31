// SPDX-License-Identifier: GPL-3.0-or-later
import Profiles
import Simulation
import Testing

/// Hits that are to be played, and end when the player likes.
@Suite struct LiveSamplingTests {
  /// Hears a background with hits, half a second apart.
  private func hear(
    _ learner: inout LiveLearner, hits: Int, seed: UInt64
  ) -> [LiveLearner.Event] {
    let amplitudes = [Float](repeating: 0.3, count: hits)
    return learner.hear(
      StruckSounds.take(
        StruckSounds.middle, amplitudes: amplitudes, spacingSeconds: 0.5, seed: seed
      ).samples)
  }

  /// Lets the background go on until the step ends.
  private func end(_ learner: inout LiveLearner) -> LiveLearner.Event? {
    for second in 0..<20 {
      let events = learner.hear(
        Signal.noise(count: 48_000, amplitude: 1e-4, seed: UInt64(second + 50)))
      let last = events.last { event in
        switch event {
        case .taught, .nothingHeard: true
        default: false
        }
      }
      if let last { return last }
    }
    return nil
  }

  private func taught(_ event: LiveLearner.Event?) -> Int? {
    if case .taught(_, let hits, _, _) = event { hits } else { nil }
  }

  @Test(arguments: [1, 3, 6])
  func `a sound ends with the hits so far, and the last one rings for a second`(hits: Int) throws {
    var learner = LiveLearner(sampleRateHz: 48_000, purpose: .sampling)
    learner.teach("kick", hits: 10)
    _ = learner.hear(Signal.noise(count: 2 * 48_000, amplitude: 1e-4))
    _ = hear(&learner, hits: hits, seed: UInt64(hits))
    learner.endSound()
    #expect(taught(end(&learner)) == hits)
    let lesson = try #require(learner.lessons.first)
    var reader = ExampleReader(sampleRateHz: 48_000)
    let last = try #require(reader.onsetFrames(in: lesson.samples).last)
    #expect(lesson.samples.count - last >= 48_000)
  }

  @Test func `without hits nothing is kept, also of the sound before`() {
    var learner = LiveLearner(sampleRateHz: 48_000, purpose: .sampling)
    learner.teach("kick", hits: 4)
    _ = learner.hear(Signal.noise(count: 2 * 48_000, amplitude: 1e-4))
    _ = hear(&learner, hits: 4, seed: 9)
    #expect(taught(end(&learner)) == 4)
    learner.teach("snare", hits: 4)
    _ = learner.hear(Signal.noise(count: 4800, amplitude: 1e-4))
    learner.endSound()
    #expect(end(&learner) == .nothingHeard(label: "snare"))
    #expect(learner.lessons.map(\.label) == ["kick"])
  }

  @Test func `where nothing is asked for, nothing ends`() {
    var learner = LiveLearner(sampleRateHz: 48_000, purpose: .sampling)
    learner.endSound()
    #expect(learner.hear([0, 0, 0]) == [])
  }
}
