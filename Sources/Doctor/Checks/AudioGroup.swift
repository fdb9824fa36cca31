// SPDX-License-Identifier: GPL-3.0-or-later

/// The user is in the group for sound.
enum AudioGroup: Check {
  static let name = "audio-group"
  static let why = "limits and sound cards are granted to the group audio"

  static func verdict(on system: System) -> Verdict {
    if system.isRoot { return .pass("this is root, which needs no group") }
    // audio:x:29:mara,tim
    let entry = system.lines("/etc/group").first { $0.hasPrefix("audio:") }
    let parts = entry?.split(separator: ":", omittingEmptySubsequences: false) ?? []
    guard parts.count > 2, let number = Int(parts[2]) else {
      return .warn(
        "there is no group audio",
        fix: #"sudo groupadd -r audio && sudo usermod -aG audio "$USER"  # then log in again"#)
    }
    if system.groups.contains(number) { return .pass("this user is in the group audio") }
    let user = system.environment["USER"] ?? ""
    if parts.count > 3, parts[3].split(separator: ",").contains(Substring(user)) {
      return .warn(
        "\(user) is in the group audio, but this login is older than that",
        fix: "newgrp audio  # or log in again")
    }
    return .warn(
      "this user is not in the group audio",
      fix: #"sudo usermod -aG audio "$USER"  # then log in again"#)
  }
}
