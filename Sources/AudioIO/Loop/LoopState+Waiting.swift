// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime

/// Waiting for devices.
extension LoopState {
  /// The stream without a period for too long; nil if there is none. Only waiting counts: a process
  /// that was suspended has not lost a device.
  @_noLocks mutating func silentStream(waited: Int) -> StreamDirection? {
    busySteps = 0
    let counted = min(waited, Int(Self.waitMilliseconds) * 1_000_000)
    captureStarvedNanoseconds += counted
    playbackStarvedNanoseconds += counted
    let patience = max(Self.watchdogNanoseconds, 4 * statistics.periodNanoseconds)
    if capture != nil && captureStarvedNanoseconds > patience { return .capture }
    if playback != nil && playbackStarvedNanoseconds > patience { return .playback }
    return nil
  }

  /// A device whose poll does not sleep must not make a real-time thread spin.
  @_noLocks mutating func restAfterIdleSteps() {
    idleSteps += 1
    if idleSteps > Self.normalIdleSteps {
      rt_sleep_until(Int64(now() + statistics.periodNanoseconds / 4))
    }
  }

  /// Nor may a device without a clock, such as ALSA's null and file devices.
  @_noLocks mutating func restAfterBusySteps() {
    guard capture != nil || playback != nil else { return }
    busySteps += 1
    if busySteps * statistics.periodNanoseconds > Self.mostBusyNanoseconds {
      rt_sleep_until(Int64(now() + statistics.periodNanoseconds))
    }
  }
}
