// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// Halves of the recorded kits, drawn by lot, that judge: the bundled kit, and the other half beside
/// it.
struct LikenessDraws {
  /// What a kit's distances came to.
  private struct Outcome {
    var metCount = 0
    var count = 0
    var share: Double { Double(metCount) / Double(max(1, count)) }
  }

  /// The names of the kits that judge, draw by draw.
  private let judges: [Set<String>]
  /// By kit, draw by draw.
  private var outcomes: [[String: Outcome]]

  init(kits: [String], count: Int, seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    judges = (0..<count).map { _ in
      let lots = kits.map { (kit: $0, lot: generator.next()) }.sorted { $0.lot < $1.lot }
      return Set(lots.prefix((kits.count + 1) / 2).map(\.kit))
    }
    outcomes = judges.map { _ in [:] }
  }

  /// Judges a drum at one velocity in each draw. A drum that fewer than three judges have is not
  /// judged.
  mutating func add(_ struck: [StruckDrum.Strokes]) {
    for (draw, names) in judges.enumerated() {
      let judging = struck.filter { names.contains($0.kit) }
      guard judging.count > 2 else { continue }
      for candidate in struck where !names.contains(candidate.kit) {
        let comparison = DrumComparison(of: candidate, judgedBy: judging)
        outcomes[draw][candidate.kit, default: Outcome()].metCount += comparison.metCount
        outcomes[draw][candidate.kit, default: Outcome()].count += comparison.targetCount
      }
    }
  }

  /// Prints a line a draw; true if ours is within the spread as often as a recorded kit is.
  func areMet() -> Bool {
    print("  kits drawn by lot judge ours and the recorded kits that were not drawn:")
    var (ours, theirs) = (Outcome(), Outcome())
    for (draw, kits) in outcomes.enumerated() {
      let recorded = kits.filter { $0.key != "flam" }.values
      guard let own = kits["flam"], !recorded.isEmpty else { continue }
      let shares = recorded.map(\.share)
      print(
        "    draw \(draw + 1): ours \(percent(own.share)), recorded "
          + "\(percent(shares.min() ?? 0)) to \(percent(shares.max() ?? 0)); judges: "
          + judges[draw].sorted().joined(separator: ", "))
      ours.metCount += own.metCount
      ours.count += own.count
      theirs.metCount += recorded.reduce(0) { $0 + $1.metCount }
      theirs.count += recorded.reduce(0) { $0 + $1.count }
    }
    return verdict(
      "ours within the spread of the judges as often as recorded kits: \(percent(ours.share)) and "
        + percent(theirs.share),
      ours.share >= theirs.share)
  }

  private func percent(_ share: Double) -> String { "\((100 * share).digits(1)) %" }
}
