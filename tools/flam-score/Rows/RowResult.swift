// SPDX-License-Identifier: GPL-3.0-or-later

/// The result of a row: words for people, lines for machines, figures with their targets.
struct RowResult {
  var text: String
  var lines: [String] = []
  var judgements: [Judgement] = []
}

/// Some figures of which the mean counts and the worst is printed.
struct Spread {
  let mean: Double
  /// The worst and whose it is.
  let worst: String

  /// Of named figures; nil if there are none.
  init?(_ figures: [(name: String, value: Double)], isMost: Bool = false, decimals: Int = 3) {
    guard let mean = figures.map(\.value).mean,
      let worst = figures.max(by: { isMost ? $0.value < $1.value : $0.value > $1.value })
    else { return nil }
    self.mean = mean
    self.worst = figures.count == 1 ? "" : "\(worst.value.fixed(decimals)) \(worst.name)"
  }
}
