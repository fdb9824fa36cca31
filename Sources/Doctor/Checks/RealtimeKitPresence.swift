// SPDX-License-Identifier: GPL-3.0-or-later

/// rtkit is there to allow what the limits refuse.
enum RealtimeKitPresence: Check {
  static let name = "rtkit"
  static let why = "rtkit gives a program real-time priority if this user's limits do not"
  private static let services = "/usr/share/dbus-1/system-services"

  static func verdict(on system: System) -> Verdict {
    let isThere = system.exists("\(services)/org.freedesktop.RealtimeKit1.service")
    let hasBus =
      system.exists("/run/dbus/system_bus_socket")
      || system.environment["DBUS_SYSTEM_BUS_ADDRESS"] != nil
    if isThere && hasBus { return .pass("rtkit is installed") }
    if system.probes.trial()?.grant.isRealtime == true {
      return .pass("rtkit is out of reach, but not needed")
    }
    return isThere
      ? .warn("rtkit is installed, but the system bus is missing", fix: "sudo systemctl start dbus")
      : .warn("rtkit is not installed", fix: "sudo apt install rtkit")
  }
}
