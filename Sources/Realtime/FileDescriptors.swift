// SPDX-License-Identifier: GPL-3.0-or-later
import CThreads
import Glibc

/// Waiting for what other programs, devices and lines send or take.
public enum FileDescriptors {
  /// Waits until one of them is as it is asked for, and says how many are; 0 once the time is up. See `poll(2)`.
  ///
  /// - Parameter milliseconds: Below 0 it waits for ever.
  @discardableResult
  public static func wait(for descriptors: inout [pollfd], milliseconds: Int32) -> Int32 {
    rt_poll(&descriptors, nfds_t(descriptors.count), milliseconds)
  }

  /// Waits until one is as it is asked for; false once the time is up.
  public static func wait(for descriptor: Int32, events: Int32, milliseconds: Int32) -> Bool {
    var one = [pollfd(fd: descriptor, events: Int16(events), revents: 0)]
    return wait(for: &one, milliseconds: milliseconds) > 0
  }
}
