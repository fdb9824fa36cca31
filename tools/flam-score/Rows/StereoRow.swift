// SPDX-License-Identifier: GPL-3.0-or-later
import Profiles

/// The gain from a second microphone: recorded strikes on a simulated table, known by one
/// microphone and by two.
struct StereoRow {
  /// When the opinion of a strike is read, in milliseconds after its onset.
  static let moments = [3.0, 6, 12, 23]

  /// One task, of one kind, as one or two microphones know it; one line of JSON.
  struct Figures: Encodable {
    let task: String
    let differs: PlacedTask.Kind
    let microphones: Int
    let strikes: Int
    /// Share that was known, at each of ``StereoRow/moments``.
    let known: [Double]
    let final: Double
  }

  let figures: [Figures]

  /// Strikes the sounds of each task on a table of its own, which `seed` and its place among the tasks determine.
  init(_ tasks: [TaughtTask], seed: UInt64) throws {
    figures = try tasks.enumerated().flatMap { index, taught in
      try PlacedTask.Kind.allCases.flatMap { kind -> [Figures] in
        guard let task = PlacedTask(taught, kind, seed: seed &+ UInt64(index)) else {
          return []
        }
        return try [1, 2].map { microphones in
          let trials = try task.trials(byBoth: microphones == 2)
          return Figures(
            task: taught.task.name, differs: kind, microphones: microphones,
            strikes: trials.trials.count,
            known: Self.moments.map { trials.accuracy(by: $0).rounded(4) },
            final: trials.accuracy(by: .infinity).rounded(4))
        }
      }
    }
  }

  var result: RowResult {
    var table = TextTable(
      ["simulated table: sounds differ by", "task", "microphones", "strikes"]
        + Self.moments.map { "\(Int($0)) ms" } + ["in the end"])
    for kind in PlacedTask.Kind.allCases {
      for row in figures where row.differs == kind {
        table.append(
          [kind.rawValue, row.task, "\(row.microphones)", "\(row.strikes)"]
            + row.known.map { $0.fixed(3) } + [row.final.fixed(3)])
      }
    }
    for kind in PlacedTask.Kind.allCases {
      for microphones in [1, 2] {
        let rows = figures.filter { $0.differs == kind && $0.microphones == microphones }
        table.append(
          [kind.rawValue, "mean", "\(microphones)", ""]
            + Self.moments.indices.map { index in rows.map { $0.known[index] }.mean.fixed(3) }
            + [rows.map(\.final).mean.fixed(3)])
      }
    }
    return RowResult(
      text: table.description, lines: figures.map { ["stereo": $0].jsonLine })
  }
}
