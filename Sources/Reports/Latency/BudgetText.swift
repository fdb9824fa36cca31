// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Latency

/// The expected delay and its parts, in a line: before the first tap.
package struct BudgetText: CustomStringConvertible {
  let expected: ExpectedDelay
  let budgetMilliseconds: Double

  package init(expected: ExpectedDelay, budgetMilliseconds: Double) {
    (self.expected, self.budgetMilliseconds) = (expected, budgetMilliseconds)
  }

  package var description: String {
    let parts = expected.items.stages.map {
      "\($0.name.rawValue) \($0.milliseconds.text(places: 1))"
    }
    let sum = expected.milliseconds.text(places: 1)
    let verdict = expected.milliseconds <= budgetMilliseconds ? "" : ", too long"
    return
      "From tap to drum \(sum) ms, of \(budgetMilliseconds.text(places: 0)) ms allowed\(verdict) "
      + "(\(parts.joined(separator: ", "))). \(device)"
  }

  /// "Ready. About 6 ms from tap to drum."
  package var ready: String {
    let sum = expected.milliseconds.text(places: 0)
    let excess =
      expected.milliseconds <= budgetMilliseconds
      ? "" : ", more than the \(budgetMilliseconds.text(places: 0)) ms allowed"
    return "Ready. About \(sum) ms from tap to drum\(excess)."
  }

  private var device: String {
    guard let measured = expected.device else {
      return "Your card adds its own: 'flam latency loop' measures it."
    }
    return "With the card's own, as measured on \(measured.day)."
  }
}
