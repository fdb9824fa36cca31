// SPDX-License-Identifier: GPL-3.0-or-later
import CThreads
import Synchronization

/// A thread beside the others, with normal priority, for work that may take long.
public final class WorkThread: Sendable {
  private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Belongs to the one who ends it.
  private struct Handle: @unchecked Sendable {
    let thread: OpaquePointer
  }

  /// The usual 8 MB would all be locked while playing.
  public static let usualStackBytes = 1 << 20

  /// Below the audio thread, above everything with normal scheduling.
  private static let promptPriority: Int32 = 60

  private let handle: Mutex<Handle?>

  /// Starts `body`; nil if the system cannot start a thread.
  public init?(stackBytes: Int = usualStackBytes, _ body: @escaping @Sendable () -> Void) {
    let work = Unmanaged.passRetained(Work(body))
    var isRealtime = false
    let thread = rt_thread_start(
      nil, 0, stackBytes,
      { work in
        guard let work else { return nil }
        Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body()
        return nil
      }, work.toOpaque(), &isRealtime)
    guard let thread else {
      work.release()
      return nil
    }
    handle = Mutex(Handle(thread: thread))
    rt_thread_go(thread)
  }

  deinit { leave() }

  /// Makes the calling thread run before those with normal scheduling, if the account may do that.
  /// It is for a thread that nearly always sleeps, and whose answer is awaited when it wakes up.
  /// Threads that it starts do not inherit this.
  public static func answerPromptly() { rt_thread_prefer(promptPriority) }

  /// Lets all other threads run before the calling one.
  public static func giveWay() { rt_thread_give_way() }

  /// Waits until `body` has returned.
  public func join() {
    if let taken = handle.withLock({ $0.take() }) { rt_thread_join(taken.thread) }
  }

  /// Lets the thread end by itself; nobody waits for it.
  public func leave() {
    if let taken = handle.withLock({ $0.take() }) { rt_thread_detach(taken.thread) }
  }
}
