// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Realtime

/// Wakes a thread that waits at a line. Any thread rings.
final class WakePipe: Sendable {
  private let end: Int32
  private let rope: Int32

  /// Nil if the system has none.
  init?() {
    var pair: [Int32] = [-1, -1]
    guard pipe(&pair) == 0 else { return nil }
    (end, rope) = (pair[0], pair[1])
    for descriptor in pair {
      _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }
  }

  deinit {
    close(end)
    close(rope)
  }

  func wake() {
    var byte: UInt8 = 0
    // A pipe that is full rings already.
    _ = write(rope, &byte, 1)
  }

  /// Waits until it rings, the line has something or, if asked for, takes something, or the time is up.
  func wait(orFor line: Int32?, canWrite: Bool, milliseconds: Int) {
    let wanted = Int16(POLLIN | (canWrite ? POLLOUT : 0))
    var both = [
      pollfd(fd: end, events: Int16(POLLIN), revents: 0),
      pollfd(fd: line ?? -1, events: wanted, revents: 0),
    ]
    FileDescriptors.wait(for: &both, milliseconds: Int32(milliseconds))
    var bytes = [UInt8](repeating: 0, count: 64)
    _ = read(end, &bytes, bytes.count)
  }
}
