// SPDX-License-Identifier: GPL-3.0-or-later
import Synchronization

/// Requests of which only the last counts.
final class LatestOnly: Sendable {
  private let count = Atomic(0)

  /// Begins a request, and returns a function that says whether it is still the last.
  func next() -> @Sendable () -> Bool {
    let own = count.add(1, ordering: .relaxed).newValue
    return { self.count.load(ordering: .relaxed) == own }
  }
}
