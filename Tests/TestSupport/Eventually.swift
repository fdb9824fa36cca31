// SPDX-License-Identifier: GPL-3.0-or-later
import Realtime

/// How long tests wait before they give up.
///
/// It is no bound that a test sets: a correct result may take long on a busy machine. It only turns
/// a hang into a failure.
public enum FarLimit {
  /// In seconds.
  public static let seconds = 120
  /// In milliseconds.
  public static let milliseconds = Int32(1000 * seconds)
}

/// Whether a condition comes to hold; returns as soon as it does, and gives up at the ``FarLimit``.
///
/// - Parameter lookingEachMicroseconds: The pause between two checks; longer if a check costs much.
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
