// SPDX-License-Identifier: GPL-3.0-or-later

/// All memory may be locked.
enum MemoryLock: Check {
  static let name = "memory-lock"
  static let why = "memory that the system may swap out can make the audio thread wait for the disk"
  /// More than the program and a large kit need.
  private static let enoughBytes = 1 << 30
  /// CAP_IPC_LOCK.
  private static let capability = 14

  static func verdict(on system: System) -> Verdict {
    if system.hasCapability(capability) { return .pass("this user may lock any amount") }
    let limit = system.value("Max locked memory", in: "/proc/self/limits")
    guard let limit = limit?.split(separator: " ").dropFirst().first else {
      return .warn("the limit of locked memory cannot be read", fix: "ulimit -H -l")
    }
    guard let bytes = Int(limit) else { return .pass("locked memory is \(limit)") }
    let found = "locked memory is limited to \(bytes >> 20) MiB"
    guard bytes < enoughBytes else { return .pass(found) }
    return .fix("\(found); \(enoughBytes >> 20) MiB are wanted", with: LimitsFile.fix)
  }
}
