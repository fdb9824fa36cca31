// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import Charts
import Console
import Kits
import Latency
import Reports

/// Options of every latency measurement.
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

  /// Fails if a file to write exists and `force` is off, or is another file of the command.
  ///
  /// - Parameters:
  ///   - evidence: Another file to write.
  ///   - inputs: Files to read.
  func checkFiles(evidence: String? = nil, inputs: [String] = []) throws {
    try OutputFiles.check(
      [plot, evidence].compactMap { $0 }, inputs: inputs, isOverwriting: force)
  }

  /// Draws `report` if --plot is given.
  func plot(_ report: LatencyReport) throws {
    guard let file = plot.flatMap(ChartFile.init(path:)) else { return }
    try LatencyPlot(report: report).draw(to: file)
  }

  /// Checks that `budget` is above 0.
  static func validate(budget: Double) throws {
    guard budget > 0 else {
      throw ValidationError("--budget must be above 0 ms, not \(budget).")
    }
  }
}

extension ArgumentHelp {
  /// Help of `--budget`.
  static let budget = ArgumentHelp(
    "Longest delay from tap to drum that is good enough, in milliseconds.",
    valueName: "ms")
}

extension String {
  /// The path of a take that comes with Flam, to measure with.
  static func bundledTake() throws -> String {
    guard let take = KitLocator().takes.first else {
      throw CommandFailure(
        .noInput,
        "the bundled takes are not where Flam is installed; "
          + "set FLAM_SAMPLES to the folder Samples of Flam's source")
    }
    return take
  }
}
