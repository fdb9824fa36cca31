// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Synchronization

/// A thread that works beside the others, at no priority of its own: for what may take long.
public final class WorkThread: Sendable {
  private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  private let thread: Mutex<pthread_t?>

  /// Starts `body`; nil where the system can start no thread.
  public init?(_ body: @escaping @Sendable () -> Void) {
    var started = pthread_t()
    let work = Unmanaged.passRetained(Work(body))
    let failure = pthread_create(
      &started, nil,
      { work in
        guard let work else { return nil }
        Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body()
        return nil
      }, work.toOpaque())
    guard failure == 0 else {
      work.release()
      return nil
    }
    thread = Mutex(started)
  }

  deinit { if let thread = thread.withLock({ $0 }) { pthread_detach(thread) } }

  /// Waits until `body` has returned.
  public func join() {
    thread.withLock { running in
      if let running { pthread_join(running, nil) }
      running = nil
    }
  }
}
