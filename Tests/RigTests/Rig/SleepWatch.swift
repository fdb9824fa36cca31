// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Synchronization

/// Checks whether the machine is on time without a room: a thread that only sleeps, and checks how
/// late it wakes up.
final class SleepWatch: Sendable {
  private static let stepMicroseconds: UInt32 = 5000

  private let isOver = Atomic(false)
  private let longestSeconds = Mutex(0.0)

  /// By how many seconds the thread woke up late at the most while `body` ran.
  static func longestLateSeconds(_ body: () throws -> Void) rethrows -> Double {
    let watch = SleepWatch()
    Thread.detachNewThread { watch.run() }
    defer { watch.isOver.store(true, ordering: .releasing) }
    try body()
    return watch.longestSeconds.withLock { $0 }
  }

  private func run() {
    while !isOver.load(ordering: .acquiring) {
      let begun = ContinuousClock.now
      usleep(Self.stepMicroseconds)
      let late = (ContinuousClock.now - begun) / .microseconds(1) - Double(Self.stepMicroseconds)
      longestSeconds.withLock { $0 = max($0, 1e-6 * late) }
    }
  }
}
