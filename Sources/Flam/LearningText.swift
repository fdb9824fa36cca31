// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials
import Instrument
import Profiles

/// What was learned, for people.
struct LearningText: CustomStringConvertible {
  let report: LearningReport
  /// The profile as the player named it.
  let profile: String
  /// Its file.
  let path: String

  var description: String {
    let parts = [found, roles, accuracy, certainties, confusion, warnings, ending]
    return parts.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private var ending: String {
    "Written to \(path). Play with it: flam play --profile \(profile)"
  }

  private var found: String {
    let width = report.found.map(\.label.count).max() ?? 0
    return report.found.map { found in
      "\(padded(found.label, width))  \(padded("\(found.hits)", -3)) hits, "
        + "\(decibels(found.softestDecibels))…\(decibels(found.loudestDecibels)) dBFS, "
        + "background \(decibels(found.noiseDecibels)) dBFS   \(found.source)\n"
    }.joined()
  }

  private var roles: String {
    report.roles.map { "\($0.name) plays \($0.role.name)" }.joined(separator: ", ") + "\n"
  }

  private var accuracy: String {
    let shares = HitFeatures.horizonSeconds.enumerated().compactMap { horizon, seconds in
      report.validation.accuracy(horizon: horizon).map { share in
        "\(percent(share)) % after \(milliseconds(seconds)) ms"
      }
    }
    guard report.validation.names.count > 1, !shares.isEmpty else { return "" }
    return "Known when not seen before: " + shares.joined(separator: ", ") + "\n"
  }

  private var certainties: String {
    report.validation.names.count > 1
      ? CertaintyText.table(report.validation.certaintyMeanings) : ""
  }

  /// The last horizon: a row for each sound played, a column for what it was taken for.
  private var confusion: String {
    let names = report.validation.names
    guard names.count > 1, let table = report.validation.confusions.last else { return "" }
    let width = max(6, names.map(\.count).max() ?? 0)
    let head = padded("played", width) + "  taken for\n" + padded("", width)
    let columns = names.map { "  " + padded($0, -max(4, $0.count)) }.joined() + "\n"
    let rows = zip(names, table).map { name, row in
      padded(name, width)
        + zip(names, row).map {
          "  " + padded($1 == 0 ? "·" : "\($1)", -max(4, $0.count))
        }.joined() + "\n"
    }
    return head + columns + rows.joined()
  }

  private var warnings: String { report.warnings.map { "! \($0)\n" }.joined() }

  /// Filled up with spaces to `width`; from the left where it is negative.
  private func padded(_ text: String, _ width: Int) -> String {
    let spaces = String(repeating: " ", count: max(0, abs(width) - text.count))
    return width < 0 ? spaces + text : text + spaces
  }

  private func decibels(_ level: Float) -> String { "\(Int(level.rounded()))" }
  private func percent(_ share: Double) -> String { "\(Int((100 * share).rounded()))" }
  private func milliseconds(_ seconds: Float) -> String {
    let tenths = Int((seconds * 10_000).rounded())
    return tenths >= 100 ? "\((tenths + 5) / 10)" : "\(tenths / 10).\(tenths % 10)"
  }
}
