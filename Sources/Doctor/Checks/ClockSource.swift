// SPDX-License-Identifier: GPL-3.0-or-later

/// The kernel reads the time from the processor, not from a slow chip.
enum ClockSource: Check {
  static let name = "clock-source"
  static let why = "reading a slow clock takes microseconds, and sound systems read it all the time"
  private static let folder = "/sys/devices/system/clocksource/clocksource0"
  private static let slow: Set<String> = ["hpet", "acpi_pm", "jiffies", "refined-jiffies", "pit"]

  static func verdict(on system: System) -> Verdict {
    guard let current = system.text("\(folder)/current_clocksource") else {
      return .pass("this kernel offers no choice of clock")
    }
    guard slow.contains(current) else { return .pass("the clock is \(current)") }
    let others = system.text("\(folder)/available_clocksource")?.split(separator: " ") ?? []
    if let fast = others.first(where: { !slow.contains(String($0)) }) {
      return .fix(
        "the clock is \(current), which is slow; \(fast) is available",
        with: "echo \(fast) | sudo tee \(folder)/current_clocksource")
    }
    return .warn(
      "the clock is \(current), which is slow, and there is no other",
      fix: "sudo dmesg | grep -i -e tsc -e clocksource  # says why the processor's is not used")
  }
}
