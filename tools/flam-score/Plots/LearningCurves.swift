// SPDX-License-Identifier: GPL-3.0-or-later

/// Share of the hits known over the hits played so far, the mean of tasks, while ears learn.
struct LearningCurves {
  /// Hits that make a point.
  static let stepHits = 10
  private static let mostHits = 120
  private static let moments: [(milliseconds: Double, name: String)] = [
    (3, "at 3 ms"), (12, "at 12 ms"), (.infinity, "in the end"),
  ]

  /// Streams of hits in the order of playing.
  let streams: [ClassTrials]

  /// Of the results that were played for longer.
  init(_ results: [ClassBenchmark.Result]) { streams = results.compactMap(\.stream) }

  init(streams: [ClassTrials]) { self.streams = streams }

  /// Hits played, counted to the middle of each step, and the mean over the streams that go so far.
  func points(by milliseconds: Double) -> [Picture.Point] {
    stride(from: 0, to: Self.mostHits, by: Self.stepHits).compactMap { first in
      let shares = streams.filter { $0.trials.count >= first + Self.stepHits }.map { stream in
        let trials = stream.trials[first..<first + Self.stepHits]
        return Double(trials.count { $0.isKnown(by: milliseconds) }) / Double(Self.stepHits)
      }
      return shares.mean.map { (Double(first) + Double(Self.stepHits) / 2, $0) }
    }
  }

  /// Nil if nothing was played for long.
  var chart: LineChart? {
    let curves = Self.moments.map { (name: $0.name, points: points(by: $0.milliseconds)) }
    guard let last = curves[0].points.last else { return nil }
    let lowest = curves.flatMap(\.points).map(\.y).min() ?? 0
    return LineChart(
      title: "Learning while playing: share of hits known, mean of tasks",
      x: Axis(
        label: "hits played", range: 0...max(20, last.x + 5),
        ticks: stride(from: 0.0, through: last.x + 5, by: 20).map { $0 }),
      y: .share("share of the hits known", from: lowest),
      series: zip(curves, LineChart.colours).map { curve, colour in
        LineChart.Series(
          name: curve.name, colour: colour, points: curve.points,
          named: curve.points[curve.points.count - 1])
      })
  }
}
