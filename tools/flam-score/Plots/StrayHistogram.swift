// SPDX-License-Identifier: GPL-3.0-or-later

/// How far drums start from their nominal times, as shares of strikes a bin.
struct StrayHistogram {
  static let binMilliseconds = 0.5
  private static let range = -10.0...10.0

  let trials: [SteadyTrial]

  /// Shares of the strikes by bin; values outside are at the edges.
  static func shares(_ strays: [Double]) -> [Double] {
    let count = Int((range.upperBound - range.lowerBound) / binMilliseconds)
    var bins = [Double](repeating: 0, count: count)
    for stray in strays {
      let bin = Int(((stray - range.lowerBound) / binMilliseconds).rounded(.down))
      bins[max(0, min(count - 1, bin))] += 1 / Double(strays.count)
    }
    return bins
  }

  /// One staircase a set of strikes, at most as many as there are colours, the widest first.
  var chart: LineChart? {
    let widest = trials.filter { !$0.strayMilliseconds.isEmpty }
      .sorted { ($0.strayMilliseconds.deviation ?? 0) > ($1.strayMilliseconds.deviation ?? 0) }
    guard !widest.isEmpty else { return nil }
    let series = zip(widest, LineChart.colours).map { trial, colour in
      let shares = Self.shares(trial.strayMilliseconds)
      let points = shares.enumerated().flatMap { bin, share -> [Picture.Point] in
        let left = Self.range.lowerBound + Double(bin) * Self.binMilliseconds
        return [(left, share), (left + Self.binMilliseconds, share)]
      }
      let top = points.max { $0.y < $1.y } ?? points[0]
      return LineChart.Series(name: trial.name, colour: colour, points: points, named: top)
    }
    let highest = series.flatMap(\.points).map(\.y).max() ?? 1
    return LineChart(
      title: "Start of the drum against the attack less the declared delay, most scattered first",
      x: Axis(
        label: "milliseconds; what lies outside stands at the edge", range: Self.range,
        ticks: stride(from: -10.0, through: 10, by: 2).map { $0 }),
      y: Axis(
        label: "share of the strikes", range: 0...max(0.1, highest),
        ticks: stride(from: 0.0, through: highest, by: 0.1).map { $0 }, decimals: 1),
      series: series)
  }
}
