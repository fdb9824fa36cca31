// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// Whether a condition holds within ten seconds; returns as soon as it does.
func waits(for condition: () -> Bool) -> Bool {
  let end = ContinuousClock.now + .seconds(10)
  while ContinuousClock.now < end {
    if condition() { return true }
    usleep(2000)
  }
  return false
}
