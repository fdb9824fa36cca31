// SPDX-License-Identifier: GPL-3.0-or-later

/// The machine is not set to save power.
enum PowerSupply: Check {
  static let name = "power"
  static let why = "a machine that saves power is slow just when it should be quick"
  private static let folder = "/sys/class/power_supply"

  static func verdict(on system: System) -> Verdict {
    let profile = system.text("/sys/firmware/acpi/platform_profile")
    if let profile, ["low-power", "quiet", "cool"].contains(profile) {
      return .warn("the power profile is \(profile)", fix: "powerprofilesctl set performance")
    }
    let mains = system.names(in: folder).filter {
      ["Mains", "USB"].contains(system.text("\(folder)/\($0)/type"))
    }
    let isPlugged = mains.contains { system.text("\(folder)/\($0)/online") == "1" }
    let hasBattery = system.names(in: folder).contains {
      system.text("\(folder)/\($0)/type") == "Battery"
        && system.text("\(folder)/\($0)/scope") != "Device"
    }
    if hasBattery && !isPlugged {
      return .warn(
        "the machine runs on its battery",
        fix: "powerprofilesctl set performance  # or plug it in")
    }
    return .pass(profile.map { "plugged in, power profile \($0)" } ?? "plugged in")
  }
}
