// SPDX-License-Identifier: GPL-3.0-or-later
import Charts
import Latency

/// A latency report as a drawing: a histogram of the delays, and their parts against the budget.
package struct LatencyPlot {
  private static let width = 720.0
  private static let height = 460.0
  private static let left = 60.0
  private static let right = 690.0

  let report: LatencyReport

  package init(report: LatencyReport) { self.report = report }

  package func draw(to file: ChartFile) throws(ChartError) {
    let canvas = try Canvas(file, width: Self.width, height: Self.height)
    drawTrials(on: canvas)
    drawStages(on: canvas)
    try canvas.finish()
  }

  private func drawTrials(on canvas: borrowing Canvas) {
    let histogram = TrialHistogram(report.delaysMilliseconds, mostRanges: 40)
    let (start, width) = (histogram.startMilliseconds, histogram.widthMilliseconds)
    let end = start + width * Double(histogram.counts.count)
    let most = Double(histogram.counts.max() ?? 1)
    let plot = Plot(
      from: Point(Self.left, 40), to: Point(Self.right, 220), across: start - width...end + width,
      up: 0...most)
    plot.drawAxes(
      on: canvas,
      title: "\(report.trials) trials: median \(report.medianMilliseconds.text(places: 2)) ms, "
        + "jitter \(report.jitterMilliseconds.text(places: 3)) ms",
      across: "delay (ms)", up: "trials")
    for (index, count) in histogram.counts.enumerated() where count > 0 {
      let first = start + width * Double(index)
      plot.bar(
        on: canvas, across: first...first + 0.92 * width, up: 0...Double(count), Colour.series[0])
    }
  }

  private func drawStages(on canvas: borrowing Canvas) {
    let most = max(report.medianMilliseconds, min(report.budgetMilliseconds, 1e4))
    let plot = Plot(
      from: Point(Self.left, 300), to: Point(Self.right, 350), across: 0...1.05 * most, up: 0...1)
    plot.drawAxes(on: canvas, title: "What it is made of", across: "ms")
    var first = 0.0
    var entries: [(name: String, colour: Colour)] = []
    for (index, stage) in report.stages.enumerated() {
      let colour = Colour.series[index % Colour.series.count]
      let last = max(0, first + stage.milliseconds)
      plot.bar(on: canvas, across: min(first, last)...max(first, last), up: 0.15...0.85, colour)
      entries.append(("\(stage.name.rawValue) \(stage.milliseconds.text(places: 2))", colour))
      first = last
    }
    if plot.across.values.contains(report.budgetMilliseconds) {
      plot.limit(
        on: canvas, at: report.budgetMilliseconds,
        "budget \(report.budgetMilliseconds.text(places: 0)) ms")
    }
    let column = (entries.count + 2) / 3
    for part in 0..<3 {
      let entries = entries.dropFirst(part * column).prefix(column)
      Plot.legend(
        on: canvas, Array(entries), at: Point(Self.left + 210 * Double(part), 400))
    }
  }
}
