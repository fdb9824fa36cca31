// SPDX-License-Identifier: GPL-3.0-or-later

/// Timers are exact to the nanosecond, not to the kernel's tick.
enum TimerResolution: Check {
  static let name = "timers"
  static let why = "with coarse timers a thread wakes up at the kernel's tick, up to 10 ms late"

  static func verdict(on system: System) -> Verdict {
    let nanoseconds = system.probes.timerNanoseconds()
    if nanoseconds == 1 { return .pass("high-resolution timers") }
    return .fix(
      "timers have steps of \(nanoseconds / 1000) µs",
      with: "grep -o 'highres=[a-z]*\\|nohz=[a-z]*' /proc/cmdline  "
        + "# take 'highres=off' out of the kernel's command line, then restart")
  }
}
