// SPDX-License-Identifier: GPL-3.0-or-later

/// The machine is not a virtual one.
enum VirtualMachine: Check {
  static let name = "virtual-machine"
  static let why = "a host can stop a virtual machine for milliseconds, whatever its settings"

  static func verdict(on system: System) -> Verdict {
    let flags = system.value("flags", in: "/proc/cpuinfo")?.split(separator: " ") ?? []
    guard flags.contains("hypervisor") else { return .pass("a real machine") }
    let vendor = system.text("/sys/class/dmi/id/sys_vendor").map { " (\($0))" } ?? ""
    return .warn(
      "a virtual machine\(vendor)",
      fix: "flam latency stress  # finds the smallest period that holds here")
  }
}
