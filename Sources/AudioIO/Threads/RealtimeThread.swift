// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime
import Glibc

/// A thread that plays: real-time if permitted or given by a service, memory locked, stack touched.
public struct RealtimeThread: ~Copyable {
  /// The system's grant.
  public let grant: RealtimeGrant
  private let thread: OpaquePointer

  /// Priority of the audio thread: below the sound card's interrupt threads (90), above everything
  /// else.
  public static let audioPriority = 80

  /// Starts `main(context)`; nil if the system can start no thread.
  ///
  /// - Parameter context: Handed to `main`; must stay alive until ``join()``.
  public init?(
    name: String, main: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?,
    context: UnsafeMutableRawPointer
  ) {
    rt_raise_limits()
    let isMemoryLocked = rt_lock_memory() == 0
    var isRealtime = false
    let priority = Self.audioPriority
    guard
      let thread = rt_thread_start(name, Int32(priority), 1 << 20, main, context, &isRealtime)
    else { return nil }
    self.thread = thread
    grant = RealtimeGrant(
      scheduling: isRealtime
        ? .fifo(priority: priority)
        : RealtimeService.schedule(thread: Int(rt_thread_id(thread)), priority: priority),
      isMemoryLocked: isMemoryLocked)
    rt_thread_go(thread)
  }

  /// Waits until the thread's main function has returned.
  public consuming func join() { rt_thread_join(thread) }
}
