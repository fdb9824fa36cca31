// SPDX-License-Identifier: GPL-3.0-or-later

/// There is memory for playing.
enum FreeMemory: Check {
  static let name = "memory"
  static let why = "kits are played from memory, which Flam keeps for as long as it plays"
  /// What playing the bundled kit takes, of which its sounds are 140.
  static let playingMebibytes = 270

  static func verdict(on system: System) -> Verdict {
    let free = system.value("MemAvailable", in: "/proc/meminfo")?.split(separator: " ").first
    let fix = "ps -e -o rss,comm --sort -rss | head"
    guard let free = free.flatMap({ Int($0) }) else {
      return .warn("the free memory cannot be read", fix: "cat /proc/meminfo")
    }
    let mebibytes = free >> 10
    let found =
      "playing the bundled kit takes \(playingMebibytes) MiB of the \(mebibytes) MiB that are free"
    if mebibytes < playingMebibytes { return .fix(found, with: fix) }
    return mebibytes < 3 * playingMebibytes ? .warn(found, fix: fix) : .pass(found)
  }
}
