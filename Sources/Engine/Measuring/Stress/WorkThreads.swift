// SPDX-License-Identifier: GPL-3.0-or-later
import Realtime
import Synchronization

/// Threads at normal priority that do the same work until they are stopped.
public final class WorkThreads: @unchecked Sendable {
  /// A thread's work until the flag is set.
  public typealias Work = @Sendable (borrowing Atomic<Bool>) -> Void

  private final class Wish: Sendable { let mustStop = Atomic(false) }

  private let wish: Wish
  private let threads: [WorkThread]

  /// Starts `count` threads.
  public init(count: Int, _ work: @escaping Work) {
    let wish = Wish()
    self.wish = wish
    threads = (0..<count).compactMap { _ in WorkThread { work(wish.mustStop) } }
  }

  deinit { stop() }

  /// Asks the threads to stop and does not wait: each frees its resources when it ends.
  public func leave() {
    wish.mustStop.store(true, ordering: .relaxed)
    for thread in threads { thread.leave() }
  }

  /// Stops the threads and waits for them.
  public func stop() {
    wish.mustStop.store(true, ordering: .relaxed)
    for thread in threads { thread.join() }
  }
}
