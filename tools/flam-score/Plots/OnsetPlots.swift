// SPDX-License-Identifier: GPL-3.0-or-later

/// Plots of the hits in one kind of recordings.
struct OnsetPlots {
  let kind: String

  /// Precision over recall, from most to least sensitive; the dot is the setting that is used.
  func precisionRecall(
    _ sweeps: [SensitivitySweep], recordings: [Recording], colours: [String]
  ) throws -> LineChart {
    let series = try zip(sweeps, colours).map { sweep, colour in
      let benchmark = try OnsetBenchmark(recordings, detectors: sweep.steps.map(\.detector))
      let points = benchmark.entries.map { entries -> Picture.Point in
        let counts = OnsetBenchmark.total(entries).narrow
        return (counts.recall, counts.precision)
      }
      let usual = zip(points, sweep.steps).filter(\.1.isUsual).map(\.0)
      return LineChart.Series(
        name: sweep.name, colour: colour, points: points, dots: usual,
        named: usual.first ?? points[0])
    }
    let all = series.flatMap(\.points)
    return LineChart(
      title: "\(kind): precision and recall within -5…+10 ms, by sensitivity",
      x: .share("recall: share of the true hits that was found", from: all.map(\.x).min() ?? 0),
      y: .share(
        "precision: share of the reported hits that is true", from: all.map(\.y).min() ?? 0),
      series: series)
  }

  /// The share of the hits found whose first decision was there by a time after the true onset.
  func latency(_ tallies: [OnsetTally], names: [String]) -> LineChart {
    let series = zip(tallies, names).enumerated().compactMap {
      index, detector -> LineChart.Series? in
      let delays = detector.0.delayMilliseconds.sorted()
      guard !delays.isEmpty else { return nil }
      let count = Double(delays.count)
      let points: [Picture.Point] = delays.enumerated().flatMap { rank, delay -> [Picture.Point] in
        [(delay, Double(rank) / count), (delay, Double(rank + 1) / count)]
      }
      let level = 0.6 - 0.14 * Double(index)
      let named = (x: delays[Int(level * (count - 1))], y: level)
      return LineChart.Series(
        name: detector.1, colour: LineChart.colours[index % LineChart.colours.count],
        points: points, named: named)
    }
    return LineChart(
      title: "\(kind): from the true onset to the first decision",
      x: Axis(
        label: "milliseconds, without buffers and converters; earlier ones stand at the edge",
        range: 0.1...100,
        ticks: [0.1, 0.3, 1, 3, 10, 30, 100], isLogarithmic: true, decimals: 1),
      y: .share("share of the hits found", from: 0), series: series)
  }
}
