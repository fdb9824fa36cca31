// SPDX-License-Identifier: GPL-3.0-or-later

/// The system does not swap out programs to make room for files.
enum Swappiness: Check {
  static let name = "swappiness"
  static let why = "eager swapping makes other programs wait for the disk"
  private static let most = 10

  static func verdict(on system: System) -> Verdict {
    // The first line is the heading.
    guard system.lines("/proc/swaps").count > 1 else { return .pass("there is no swap space") }
    guard let swappiness = system.number("/proc/sys/vm/swappiness") else {
      return .pass("this kernel has no swappiness")
    }
    guard swappiness > most else { return .pass("swappiness is \(swappiness)") }
    return .warn(
      "swappiness is \(swappiness); \(most) is better",
      fix: SysctlFile(name: "90-swappiness.conf").fix("vm.swappiness = \(most)"))
  }
}
