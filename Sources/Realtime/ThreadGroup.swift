// SPDX-License-Identifier: GPL-3.0-or-later
import Synchronization

/// Threads that are ended together: each asks now and then whether it is to end.
public final class ThreadGroup: Sendable {
  private let isOver = Atomic(false)
  private let running = Mutex<[WorkThread]>([])

  /// None so far.
  public init() {}

  /// They are to end.
  public var isEnding: Bool { isOver.load(ordering: .acquiring) }

  /// Starts another one; false if the system can start no thread.
  public func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    guard let thread = WorkThread(body) else { return false }
    running.withLock { $0.append(thread) }
    return true
  }

  /// Has them end, and waits until they have.
  public func end() {
    isOver.store(true, ordering: .releasing)
    let ending = running.withLock { threads in
      defer { threads = [] }
      return threads
    }
    for thread in ending { thread.join() }
  }
}
