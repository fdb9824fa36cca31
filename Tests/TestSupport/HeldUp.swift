// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Glibc
import Synchronization

/// How much longer something takes since the machine is busy with other things.
public enum HeldUp {
  private static let stepSeconds = 0.002
  /// A machine at rest wakes a thread up no later than this.
  private static let usualSeconds = 0.001

  private final class Watch: Sendable {
    let isOver = Atomic(false)
    let lateSeconds = Mutex(0.0)

    func run() {
      while !isOver.load(ordering: .acquiring) {
        let begun = ContinuousClock.now
        usleep(UInt32(1e6 * stepSeconds))
        let late = (ContinuousClock.now - begun) / .seconds(1) - stepSeconds
        if late > usualSeconds { lateSeconds.withLock { $0 += late } }
      }
    }
  }

  /// The seconds that `body` takes, without those by which a thread that only sleeps woke up late meanwhile: on a machine at
  /// rest those that it takes.
  public static func secondsWithout(_ body: () throws -> Void) rethrows -> Double {
    let watch = Watch()
    Thread.detachNewThread { watch.run() }
    defer { watch.isOver.store(true, ordering: .releasing) }
    let begun = ContinuousClock.now
    try body()
    let seconds = (ContinuousClock.now - begun) / .seconds(1)
    return seconds - watch.lateSeconds.withLock { $0 }
  }
}
