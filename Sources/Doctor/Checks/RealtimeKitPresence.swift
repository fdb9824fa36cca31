// SPDX-License-Identifier: GPL-3.0-or-later

/// rtkit is there to grant what the limits refuse.
enum RealtimeKitPresence: Check {
  static let name = "rtkit"
  static let why = "rtkit gives a program real-time priority where this user's limits do not"
  private static let services = "/usr/share/dbus-1/system-services"

  static func verdict(on system: System) -> Verdict {
    let isThere = system.exists("\(services)/org.freedesktop.RealtimeKit1.service")
    let hasBus =
      system.exists("/run/dbus/system_bus_socket")
      || system.environment["DBUS_SYSTEM_BUS_ADDRESS"] != nil
    if isThere && hasBus { return .pass("rtkit is there") }
    if system.probes.trial()?.grant.isRealtime == true {
      return .pass("rtkit cannot be asked, and is not needed")
    }
    return isThere
      ? .warn("rtkit is there, but no system bus to ask it on", fix: "sudo systemctl start dbus")
      : .warn("rtkit is not there", fix: "sudo apt install rtkit")
  }
}
