// SPDX-License-Identifier: GPL-3.0-or-later
import Synchronization

/// Threads that end together: each asks now and then whether it should end.
public final class ThreadGroup: Sendable {
  private let isOver = Atomic(false)
  private let running = Mutex<[WorkThread]>([])

  /// No threads yet.
  public init() {}

  /// The threads should end.
  public var isEnding: Bool { isOver.load(ordering: .acquiring) }

  /// Starts another thread; false if the system cannot start one.
  public func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    guard let thread = WorkThread(body) else { return false }
    running.withLock { $0.append(thread) }
    return true
  }

  /// Makes the threads end, and waits until they have ended.
  public func end() {
    isOver.store(true, ordering: .releasing)
    let ending = running.withLock { threads in
      defer { threads = [] }
      return threads
    }
    for thread in ending { thread.join() }
  }
}
