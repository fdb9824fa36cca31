// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import flam_score

@Suite struct LearningCurvesTests {
  private static func stream(known: [Bool]) -> ClassTrials {
    ClassTrials(
      trials: known.map { isKnown in
        ClassTrials.Trial(
          label: "a",
          opinions: [.init(milliseconds: 2, sound: isKnown ? "a" : "b", confidence: 1)])
      }, extra: 0)
  }

  @Test("a point is the mean share of ten hits over the streams that go so far")
  func points() {
    let half = (0..<10).map { $0 % 2 == 0 }
    let curves = LearningCurves(streams: [
      Self.stream(known: half + [Bool](repeating: true, count: 10)),
      Self.stream(known: [Bool](repeating: true, count: 15)),
    ])
    let points = curves.points(by: 3)
    #expect(points.map(\.x) == [5, 15])
    #expect(points.map(\.y) == [0.75, 1])
    #expect(curves.points(by: 1).map(\.y) == [0, 0])
  }
}
