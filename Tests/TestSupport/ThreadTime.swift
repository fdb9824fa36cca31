// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// The processor's time on this thread: a measure of work that other tests and programs do not
/// change much.
public enum ThreadTime {
  /// The seconds that `body` takes.
  public static func seconds(_ body: () throws -> Void) rethrows -> Double {
    let start = now
    try body()
    return now - start
  }

  private static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + 1e-9 * Double(time.tv_nsec)
  }
}
