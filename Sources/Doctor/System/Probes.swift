// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Storage

/// Facts that are in no file.
struct Probes: Sendable {
  /// The thread of the trial: the scheduling that it was granted, and how late it woke up.
  var trial: @Sendable () -> WakeUpTrial?
  /// The step of the monotonic clock and its timers, in nanoseconds.
  var timerNanoseconds: @Sendable () -> Int
  /// The bytes that are free for this user at `path`.
  var freeBytes: @Sendable (_ path: String) -> Int?
  /// Whether this user may read and write a file.
  var isAccessible: @Sendable (_ path: String) -> Bool
  /// The output of a line of the shell; nil if it fails, or takes longer than a second.
  var output: @Sendable (_ line: String) -> String?

  static let real = Probes(
    trial: { WakeUpTrial.shared },
    timerNanoseconds: {
      var resolution = timespec()
      clock_getres(CLOCK_MONOTONIC, &resolution)
      return resolution.tv_sec * 1_000_000_000 + resolution.tv_nsec
    },
    freeBytes: { FreeSpace(at: $0)?.freeBytes },
    isAccessible: { access($0, R_OK | W_OK) == 0 },
    output: ProgramOutput.read)
}
