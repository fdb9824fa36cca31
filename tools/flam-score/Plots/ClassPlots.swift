// SPDX-License-Identifier: GPL-3.0-or-later

/// Plots of how sounds were distinguished.
struct ClassPlots {
  private let results: [ClassBenchmark.Result]

  /// Of the results of all tasks; variants are left out.
  init(_ results: [ClassBenchmark.Result]) {
    self.results = results.filter { $0.variant == .plain }
  }

  /// A confusion table a task, and accuracy over time for all.
  func write(into folder: PlotFolder) throws {
    try folder.write(accuracy.document, name: "accuracy")
    for result in results {
      let table = HeatTable(
        title: "\(result.task): sounds taken for one another",
        confusions: Confusions(result.trials, labels: result.labels))
      try folder.write(table.document, name: "confusion \(result.task)")
    }
  }

  private var accuracy: SmallCharts {
    SmallCharts(
      title:
        "Share of hits known at a time after their true onset, by task (sounds); dots: targets",
      panels: results.map { result in
        let targets = ClassTargets.targets(
          task: result.task, soundCount: result.labels.count, variant: .plain)
        return SmallCharts.Panel(
          title: "\(result.task) (\(result.labels.count))",
          points: SmallCharts.milliseconds.map { ($0, result.trials.accuracy(by: $0)) },
          targets: targets.filter { $0.milliseconds.isFinite }.map {
            ($0.milliseconds, $0.accuracy)
          }
        )
      })
  }
}
