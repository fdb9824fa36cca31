// SPDX-License-Identifier: GPL-3.0-or-later

/// There is space for recordings in the current folder, where they are written.
enum FreeDisk: Check {
  static let name = "disk"
  static let why = "recordings go to the current folder, and end when the disk is full"
  /// Stereo, 32 bits, 48 kHz.
  private static let bytesPerMinute = 60 * 48_000 * 8
  private static let mostMinutesToFix = 30
  private static let mostMinutesToWarn = 180

  static func verdict(on system: System) -> Verdict {
    guard let free = system.probes.freeBytes(".") else {
      return .warn("the free space here cannot be read", fix: "df -h .")
    }
    let minutes = free / bytesPerMinute
    let found = "\(size(free)) free here: \(duration(minutes)) of recording"
    let fix = "df -h . ~ /tmp  # then choose another disk: flam play --record PLACE/groove.wav"
    if minutes < mostMinutesToFix { return .fix(found, with: fix) }
    return minutes < mostMinutesToWarn ? .warn(found, fix: fix) : .pass(found)
  }

  private static func size(_ bytes: Int) -> String {
    let mebibytes = bytes >> 20
    return mebibytes < 10 << 10 ? "\(mebibytes) MiB" : "\(mebibytes >> 10) GiB"
  }

  private static func duration(_ minutes: Int) -> String {
    minutes < 120 ? "\(minutes) minutes" : "\(minutes / 60) hours"
  }
}
