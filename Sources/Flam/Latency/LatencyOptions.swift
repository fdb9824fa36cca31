// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import Charts
import Latency

/// What every way of measuring a delay takes.
struct LatencyOptions: ParsableArguments {
  @Option(parsing: .unconditional, help: .budget)
  var budget = LatencyReport.defaultBudgetMilliseconds

  @Option(
    help: ArgumentHelp(
      "Draw the delays and their parts into this .svg or .png.", valueName: "file"))
  var plot: String?

  @OptionGroup var overwriting: ForceOption
  @OptionGroup var output: JSONOption

  var force: Bool { overwriting.force }
  var json: Bool { output.json }

  func validate() throws {
    try Self.validate(budget: budget)
    if let plot, ChartFile(path: plot) == nil {
      throw ValidationError("--plot must end in .svg or .png, not '\(plot)'.")
    }
  }

  /// Fails where a file that is to be made exists, or is another one.
  ///
  /// - Parameters:
  ///   - evidence: What else is to be made.
  ///   - inputs: What is read.
  func checkFiles(evidence: String? = nil, inputs: [String] = []) throws {
    try OutputFiles.check(
      [plot, evidence].compactMap { $0 }, inputs: inputs, isOverwriting: force)
  }

  /// Draws `report`, where that is wanted.
  func plot(_ report: LatencyReport) throws {
    guard let file = plot.flatMap(ChartFile.init(path:)) else { return }
    try LatencyPlot(report: report).draw(to: file)
  }

  /// Whether `budget` is a time.
  static func validate(budget: Double) throws {
    guard budget > 0 else {
      throw ValidationError("--budget must be above 0 ms, not \(budget).")
    }
  }
}

extension ArgumentHelp {
  /// Of the budget, wherever one can be given.
  static let budget = ArgumentHelp(
    "Longest delay from tap to drum that is good enough, in milliseconds.",
    valueName: "ms")
}
