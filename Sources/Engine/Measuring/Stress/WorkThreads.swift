// SPDX-License-Identifier: GPL-3.0-or-later
import Realtime
import Synchronization

/// Threads at normal priority that do the same work until they are told to stop.
public final class WorkThreads: @unchecked Sendable {
  /// What a thread works on until the flag is set.
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

  /// Tells the threads to stop and waits for none: each gives back what it holds once it has.
  public func leave() {
    wish.mustStop.store(true, ordering: .relaxed)
    for thread in threads { thread.leave() }
  }

  /// Tells the threads to stop and waits until they have.
  public func stop() {
    wish.mustStop.store(true, ordering: .relaxed)
    for thread in threads { thread.join() }
  }
}
