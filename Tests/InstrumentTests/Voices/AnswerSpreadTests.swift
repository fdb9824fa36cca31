// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Testing

@Suite struct AnswerSpreadTests {
  @Test("answers lie evenly over the spread, and neighbours far apart")
  func even() {
    let spread = AnswerSpread(mostFrames: 192)
    let frames = (1...96).map { spread.frames(hit: $0) }
    #expect(frames.min() ?? -1 >= 0 && frames.max() ?? 192 < 192)
    // 96 answers in 12 parts of the range: each part has 7 to 9.
    let counts = Dictionary(grouping: frames) { $0 / 16 }.mapValues(\.count)
    #expect(counts.count == 12 && counts.values.min() == 7 && counts.values.max() == 9)
    let steps = zip(frames, frames.dropFirst()).map { abs($0 - $1) }
    #expect(steps.min() ?? 0 > 60)
  }

  @Test("without a spread every hit is answered after the same time")
  func none() {
    let frames = (1...100).map { AnswerSpread(mostFrames: 0).frames(hit: $0) }
    #expect(Set(frames) == [0])
  }
}
