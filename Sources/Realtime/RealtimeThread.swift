// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime
import Glibc

/// What the system granted towards playing in time, and what to change where it refused.
public struct RealtimeGrant: Sendable {
  /// The thread runs under SCHED_FIFO.
  public let isRealtime: Bool
  /// All memory of the process is locked.
  public let isMemoryLocked: Bool

  /// One line of advice; nil where everything was granted.
  public var advice: String? {
    if isRealtime && isMemoryLocked { return nil }
    let missing =
      switch (isRealtime, isMemoryLocked) {
      case (false, false): "real-time priority and locked memory"
      case (false, true): "real-time priority"
      default: "locked memory"
      }
    return "playing without \(missing), so pops are likelier: put '@audio - rtprio 95' and "
      + "'@audio - memlock unlimited' into /etc/security/limits.d/audio.conf, "
      + "run 'sudo usermod -aG audio $USER', log in again"
  }
}

/// A thread that plays: SCHED_FIFO where permitted, memory locked, stack touched.
public struct RealtimeThread: ~Copyable {
  /// What the system granted.
  public let grant: RealtimeGrant
  private let thread: OpaquePointer

  /// Priority of the audio thread: below the sound card's interrupt threads (90), above everything else.
  public static let audioPriority: Int32 = 80

  /// Starts `main(context)`; nil where the system can start no thread.
  ///
  /// - Parameter context: Handed to `main`; must stay alive until ``join()``.
  public init?(
    name: String, main: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?,
    context: UnsafeMutableRawPointer
  ) {
    rt_raise_limits()
    let isMemoryLocked = rt_lock_memory() == 0
    var isRealtime = false
    guard
      let thread = rt_thread_start(
        name, Self.audioPriority, 1 << 20, main, context, &isRealtime)
    else { return nil }
    self.thread = thread
    grant = RealtimeGrant(isRealtime: isRealtime, isMemoryLocked: isMemoryLocked)
  }

  /// Waits until the thread's main function has returned.
  public consuming func join() { rt_thread_join(thread) }
}
