// SPDX-License-Identifier: GPL-3.0-or-later
import Synchronization

/// Things of a kind that a page asks for, of which only the last is wanted.
final class LatestOnly: Sendable {
  private let count = Atomic(0)

  /// Begins one, and gives what tells whether it still is the last.
  func next() -> @Sendable () -> Bool {
    let own = count.add(1, ordering: .relaxed).newValue
    return { self.count.load(ordering: .relaxed) == own }
  }
}
