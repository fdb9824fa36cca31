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

  /// The wanted settings.
  init(_ asked: StreamSettings) {
    self.init(
      rateHz: asked.rateHz, periodFrames: asked.periodFrames, periodCount: asked.periodCount)
  }

  init(rateHz: Int, periodFrames: Int, periodCount: Int) {
    (self.rateHz, self.periodFrames, self.periodCount) = (rateHz, periodFrames, periodCount)
  }

  /// What a device can be asked for that refuses the wanted settings: usual rates, longer periods,
  /// and more of them.
  static func others(than asked: StreamSettings) -> [TimingProposal] {
    let longest = StreamSettings.devicePeriodsFrames.upperBound
    let periods = sequence(first: asked.periodFrames) { $0 * 2 }.prefix { $0 <= longest }
    let counts = Set([asked.periodCount, asked.periodCount + 1, 2 * asked.periodCount, 8])
      .filter { $0 >= asked.periodCount }
    return Set([asked.rateHz] + usualRatesHz).flatMap { rateHz in
      periods.flatMap { periodFrames in
        counts.map {
          TimingProposal(rateHz: rateHz, periodFrames: periodFrames, periodCount: $0)
        }
      }
    }
  }

  /// The cheapest first; of equal ones that of the lower rate, and of the shorter period.
  static func ordered(
    _ offers: some Sequence<TimingProposal>, _ asked: StreamSettings
  ) -> [TimingProposal] {
    offers.sorted {
      ($0.cost(asked), $0.rateHz, $0.periodFrames) < ($1.cost(asked), $1.rateHz, $1.periodFrames)
    }
  }

  /// Its delay in seconds, weighted by how far its rate is from the wanted one: a lower rate loses
  /// what tells strokes apart, a higher one costs time.
  func cost(_ asked: StreamSettings) -> Double {
    let delaySeconds = Double(periodFrames * periodCount) / Double(rateHz)
    let ratio = Double(rateHz) / Double(asked.rateHz)
    if rateHz == asked.rateHz { return delaySeconds }
    return delaySeconds * (ratio < 1 ? 1 / (ratio * ratio) : 2 * ratio)
  }
}
