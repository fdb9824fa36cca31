// SPDX-License-Identifier: GPL-3.0-or-later
import Realtime

/// How long tests wait for what never comes.
///
/// It is no bound that a test sets: what is right may take long on a busy machine. It only turns a hang into a failure.
public enum FarLimit {
  /// In seconds.
  public static let seconds = 120
  /// In milliseconds.
  public static let milliseconds = Int32(1000 * seconds)
}

/// Whether something comes to hold; returns as soon as it does, and gives up at the ``FarLimit``.
///
/// - Parameter lookingEachMicroseconds: The pause between two looks; longer where a look costs much.
public func eventually(
  lookingEachMicroseconds pause: Int = 2000, _ holds: () throws -> Bool
) rethrows -> Bool {
  let end = MonotonicClock.now + .seconds(FarLimit.seconds)
  while MonotonicClock.now < end {
    if try holds() { return true }
    MonotonicClock.sleep(microseconds: pause)
  }
  return false
}
