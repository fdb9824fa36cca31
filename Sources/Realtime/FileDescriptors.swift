// SPDX-License-Identifier: GPL-3.0-or-later
import CThreads
import Glibc

/// Waits for other programs, devices and lines to send or take something.
public enum FileDescriptors {
  /// Waits until at least one descriptor is ready as requested, and returns how many are; 0 when
  /// the time is over. See `poll(2)`.
  ///
  /// - Parameter milliseconds: Below 0 it waits without end.
  @discardableResult
  public static func wait(for descriptors: inout [pollfd], milliseconds: Int32) -> Int32 {
    rt_poll(&descriptors, nfds_t(descriptors.count), milliseconds)
  }

  /// Waits until a descriptor is ready as requested; false when the time is over.
  public static func wait(for descriptor: Int32, events: Int32, milliseconds: Int32) -> Bool {
    var one = [pollfd(fd: descriptor, events: Int16(events), revents: 0)]
    return wait(for: &one, milliseconds: milliseconds) > 0
  }
}
