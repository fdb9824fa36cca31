// SPDX-License-Identifier: GPL-3.0-or-later

/// A rate, a period and a number of periods that a device may give together. Converting plug-ins over the fixed period of a
/// sound server give some of these only.
struct TimingProposal: Hashable {
  let rateHz: Int
  let periodFrames: Int
  let periodCount: Int

  /// Rates of cards and sound servers.
  private static let usualRatesHz = [
    8000, 11_025, 16_000, 22_050, 32_000, 44_100, 48_000, 88_200, 96_000, 176_400, 192_000,
  ]
  /// Another rate than the wanted one must be worth that many times the delay.
  private static let otherRatePenalty = 2.0

  /// What to ask a device for, the wanted settings first, then those of least delay.
  static func all(_ asked: StreamSettings) -> [TimingProposal] {
    let wanted = TimingProposal(
      rateHz: asked.rateHz, periodFrames: asked.periodFrames, periodCount: asked.periodCount)
    let most = StreamSettings.devicePeriodsFrames.upperBound
    let periods = sequence(first: asked.periodFrames) { $0 * 2 }.prefix { $0 <= most }
    let counts = Set([asked.periodCount, asked.periodCount + 1, 2 * asked.periodCount, 8])
      .filter { $0 >= asked.periodCount }.sorted()
    let others = ([asked.rateHz] + usualRatesHz.filter { $0 != asked.rateHz }).flatMap { rateHz in
      periods.flatMap { periodFrames in
        counts.map {
          TimingProposal(rateHz: rateHz, periodFrames: periodFrames, periodCount: $0)
        }
      }
    }
    .filter { $0 != wanted }
    .map { (proposal: $0, cost: $0.cost(asked)) }
    .sorted { ($0.cost, -$0.proposal.rateHz) < ($1.cost, -$1.proposal.rateHz) }
    return [wanted] + others.map(\.proposal)
  }

  /// Its delay, weighted.
  private func cost(_ asked: StreamSettings) -> Double {
    let seconds = Double(periodFrames * periodCount) / Double(min(rateHz, asked.rateHz))
    return seconds * (rateHz == asked.rateHz ? 1 : Self.otherRatePenalty)
  }
}
