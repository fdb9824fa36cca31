// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import Console
import Latency
import Profiles
import Reports

/// The outcome of a measurement: the report, its method's details, and the verdict.
struct LatencyOutcome: Encodable {
  /// A method's details in addition to the report: lines for people, further keys of the JSON
  /// object.
  typealias Details = Encodable & CustomStringConvertible

  let report: LatencyReport
  /// The measurement of the devices' own part; nil if there is none.
  var device: StoredMeasurement?
  /// The devices it was measured on; nil if there were none, and nothing to remember.
  var setup: MeasuredSetup?
  var details: (any Details)?

  /// Prints it, as JSON or for people, and remembers it; ends with exit code 2 if the median is
  /// over the budget. Doubtful figures are not printed: ends with 69 if devices gave them, else
  /// with 65.
  func conclude(_ options: LatencyOptions) throws {
    if let doubt = report.doubt {
      let text = LatencyDoubtText(doubt: doubt)
      throw options.cannotTell(
        report.method, reason: text.reason,
        CommandFailure(
          setup == nil ? .brokenData : .unavailable, "cannot tell the delay: \(text)"))
    }
    try Terminal.printBlock(options.json ? jsonLine : text)
    try options.plot(report)
    remember()
    if !report.withinBudget { throw ExitCode(CommandFailure.Code.belowStandard.rawValue) }
  }

  /// Saves it for later runs; the measurement is valid even if that fails.
  private func remember() {
    guard let setup else { return }
    do {
      let warning = try MeasurementStore().add(StoredMeasurement(report, on: setup))
      if let warning { Terminal.report(warning) }
    } catch {
      Terminal.report(error.description)
    }
  }

  private var text: String {
    let lines = [LatencyText(report: report, device: device).description, details?.description]
    return lines.compactMap { $0 }.joined(separator: "\n")
  }

  private enum CodingKeys: CodingKey { case deviceMeasured }

  /// One object, with the keys of the report and of the details.
  func encode(to encoder: any Encoder) throws {
    try report.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(device?.date, forKey: .deviceMeasured)
    try details?.encode(to: encoder)
  }
}

/// The output of a measurement with --json if it has no figure.
struct CannotTell: Encodable {
  /// How it was measured.
  let method: LatencyReport.Method
  /// Why there is no figure: one word for scripts.
  let cannotTell: String
  /// The same for people, with the remedy.
  let message: String
}

extension LatencyOptions {
  /// The end of a measurement without a figure; with --json it is also reported on standard output.
  func cannotTell(
    _ method: LatencyReport.Method, reason: String, _ failure: CommandFailure
  ) -> any Error {
    guard json else { return failure }
    let reported = CannotTell(method: method, cannotTell: reason, message: failure.message)
    do { try Terminal.print(reported.jsonLine) } catch { return error }
    return failure
  }
}
