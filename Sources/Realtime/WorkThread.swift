// SPDX-License-Identifier: GPL-3.0-or-later
import CThreads
import Synchronization

/// A thread that works beside the others, at no priority of its own: for what may take long.
public final class WorkThread: Sendable {
  private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Belongs to whoever ends it.
  private struct Handle: @unchecked Sendable {
    let thread: OpaquePointer
  }

  /// The usual 8 MB would all be locked while playing.
  public static let usualStackBytes = 1 << 20

  /// Below the audio thread, above whatever is scheduled as usual.
  private static let promptPriority: Int32 = 60

  private let handle: Mutex<Handle?>

  /// Starts `body`; nil if the system can start no thread.
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

  /// Lets the calling thread come before those that are scheduled as usual, where the account may: for what sleeps nearly
  /// always, and is waited for when it is woken. What it starts does not inherit that.
  public static func answerPromptly() { rt_thread_prefer(promptPriority) }

  /// Lets all other threads come before the calling one.
  public static func giveWay() { rt_thread_give_way() }

  /// Waits until `body` has returned.
  public func join() {
    if let taken = handle.withLock({ $0.take() }) { rt_thread_join(taken.thread) }
  }

  /// Lets it end by itself; nobody waits for that.
  public func leave() {
    if let taken = handle.withLock({ $0.take() }) { rt_thread_detach(taken.thread) }
  }
}
