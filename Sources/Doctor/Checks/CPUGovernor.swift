// SPDX-License-Identifier: GPL-3.0-or-later

/// The processors run at full speed.
enum CPUGovernor: Check {
  static let name = "cpu-governor"
  static let why = "a processor that is clocked down needs longer for a block, and time to speed up"
  private static let folder = "/sys/devices/system/cpu"
  private static let fix = "echo performance | sudo tee \(folder)/cpu*/cpufreq/scaling_governor"

  static func verdict(on system: System) -> Verdict {
    let all = system.names(in: folder).compactMap { processor in
      system.text("\(folder)/\(processor)/cpufreq/scaling_governor")
    }
    guard !all.isEmpty else { return .pass("the system does not change the processors' speed") }
    let slow = all.filter { $0 != "performance" }
    guard let first = slow.first else {
      return .pass("performance on \(all.count == 1 ? "the" : "all \(all.count)") processors")
    }
    let found = "\(first) on \(slow.count) of \(all.count) processors"
    // If the processor chooses its speed itself, "powersave" is its normal mode and not its lowest
    // speed.
    let driver = system.text("\(folder)/cpu0/cpufreq/scaling_driver") ?? ""
    let choosesItself = driver == "intel_pstate" || driver.hasSuffix("-epp")
    return first == "powersave" && !choosesItself
      ? .fix("\(found): they stay at their lowest speed", with: fix) : .warn(found, fix: fix)
  }
}
