// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials

/// Real-time threads get nearly all of the processor before the kernel limits them.
enum RealtimeShare: Check {
  static let name = "realtime-share"
  static let why = "a real-time thread that exceeds its share of a second is stopped until the next"
  /// The default of kernels, in per cent.
  private static let usualPercent = 95

  static func verdict(on system: System) -> Verdict {
    let folder = "/proc/sys/kernel/sched_rt"
    guard let runtime = system.number("\(folder)_runtime_us"),
      let period = system.number("\(folder)_period_us"), period > 0
    else { return .pass("this kernel does not throttle real-time threads") }
    guard runtime >= 0 else { return .pass("real-time threads are not throttled") }
    let percent = 100 * runtime / period
    let found = "real-time threads may use \(percent) % of the processor"
    guard percent < usualPercent else { return .pass(found) }
    let line = "kernel.sched_rt_runtime_us = \(period * usualPercent / 100)"
    let fix = SysctlFile(name: "90-realtime.conf").fix(line)
    return runtime == 0 ? .fix(found, with: fix) : .warn(found, fix: fix)
  }
}
