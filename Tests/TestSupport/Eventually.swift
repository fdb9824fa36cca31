// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Realtime

/// Whether something comes to hold; returns as soon as it does.
///
/// It waits for two minutes: no more than a guard against what hangs, since on a busy machine all that is right may take long.
public func eventually(_ holds: () throws -> Bool) rethrows -> Bool {
  let end = MonotonicClock.now + .seconds(120)
  while MonotonicClock.now < end {
    if try holds() { return true }
    MonotonicClock.sleep(microseconds: 2000)
  }
  return false
}
