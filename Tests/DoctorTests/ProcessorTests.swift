// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import Doctor

@Suite struct ProcessorTests {
  @Test(
    "governors: full speed passes, a slow one is to be fixed",
    arguments: [
      (["performance", "performance"], "acpi-cpufreq", Finding.Status.pass, "all 2"),
      (["performance", "schedutil"], "acpi-cpufreq", .warn, "schedutil on 1 of 2"),
      (["powersave", "powersave"], "acpi-cpufreq", .fix, "powersave on 2 of 2"),
      (["powersave", "powersave"], "intel_pstate", .warn, "powersave on 2 of 2"),
      (["powersave", "powersave"], "amd-pstate-epp", .warn, "powersave on 2 of 2"),
    ])
  func governor(governors: [String], driver: String, status: Finding.Status, found: String) {
    let cpu = "/sys/devices/system/cpu"
    var files = ["\(cpu)/cpu0/cpufreq/scaling_driver": "\(driver)\n"]
    for (number, governor) in governors.enumerated() {
      files["\(cpu)/cpu\(number)/cpufreq/scaling_governor"] = "\(governor)\n"
    }
    let verdict = Machine(files).verdict(CPUGovernor.self)
    #expect(verdict.status == status && verdict.found.contains(found))
  }

  @Test("deep sleep counts unless it is turned off", arguments: ["0", "1"])
  func sleep(disable: String) {
    let idle = "/sys/devices/system/cpu/cpu0/cpuidle"
    let verdict = Machine([
      "\(idle)/state1/latency": "2\n", "\(idle)/state1/name": "C1\n",
      "\(idle)/state3/latency": "890\n", "\(idle)/state3/name": "C10\n",
      "\(idle)/state3/disable": "\(disable)\n",
    ]).verdict(CPUSleep.self)
    #expect(verdict.status == (disable == "1" ? .pass : .warn))
    #expect(verdict.found.contains(disable == "1" ? "(C1) takes 2 µs" : "(C10) takes 890 µs"))
  }

  @Test(
    "power: a battery alone and a saving profile warn; a mouse's battery does not count",
    arguments: [
      ("0", "System", "balanced", Finding.Status.warn), ("1", "System", "performance", .pass),
      ("1", "System", "low-power", .warn), ("0", "Device", "balanced", .pass),
    ])
  func power(online: String, scope: String, profile: String, status: Finding.Status) {
    let supply = "/sys/class/power_supply"
    let verdict = Machine([
      "\(supply)/AC/type": "Mains\n", "\(supply)/AC/online": "\(online)\n",
      "\(supply)/BAT0/type": "Battery\n", "\(supply)/BAT0/scope": "\(scope)\n",
      "/sys/firmware/acpi/platform_profile": "\(profile)\n",
    ]).verdict(PowerSupply.self)
    #expect(verdict.status == status)
  }
}
