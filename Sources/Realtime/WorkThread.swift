// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Synchronization

/// A thread that works beside the others, at no priority of its own: for what may take long.
public final class WorkThread: Sendable {
  private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// The usual 8 MB would all be locked while playing.
  private static let stackBytes = 1 << 20

  /// Below the audio thread, above whatever is scheduled as usual.
  private static let promptPriority: Int32 = 60
  /// What the thread starts does not inherit its priority (SCHED_RESET_ON_FORK).
  private static let isResetOnFork: Int32 = 0x4000_0000

  private let thread: Mutex<pthread_t?>

  /// Starts `body`; nil where the system can start no thread.
  public init?(_ body: @escaping @Sendable () -> Void) {
    var started = pthread_t()
    let work = Unmanaged.passRetained(Work(body))
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setstacksize(&attributes, Self.stackBytes)
    defer { pthread_attr_destroy(&attributes) }
    let failure = pthread_create(
      &started, &attributes,
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

  /// Lets the calling thread come before those that are scheduled as usual, where the account may: for what sleeps nearly
  /// always, and is waited for when it is woken.
  public static func answerPromptly() {
    var parameters = sched_param(sched_priority: promptPriority)
    sched_setscheduler(0, SCHED_FIFO | isResetOnFork, &parameters)
  }

  /// Waits until `body` has returned.
  public func join() {
    thread.withLock { running in
      if let running { pthread_join(running, nil) }
      running = nil
    }
  }
}
