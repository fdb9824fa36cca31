// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// Locks on open files and folders, by which programs know that one of them writes there. The system
/// removes a lock when its descriptor is closed, also when the program crashes.
public enum FileLock {
  /// How often a lock is asked for, and the pause in between.
  private static let tries = 50
  private static let pauseMicroseconds: UInt32 = 1000

  /// Locks what a descriptor has open; false if another program has locked it. On a disk without
  /// locks it counts as free.
  ///
  /// Whoever only looks whether there is a lock takes it for an instant: that is waited for.
  public static func take(_ descriptor: Int32) -> Bool {
    for _ in 0..<tries {
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK { return true }
      usleep(pauseMicroseconds)
    }
    return false
  }

  /// Another descriptor has locked what a descriptor has open. If not, nobody can lock it until the
  /// descriptor is closed.
  public static func isTaken(_ descriptor: Int32) -> Bool {
    flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
  }
}
