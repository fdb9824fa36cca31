// SPDX-License-Identifier: GPL-3.0-or-later

/// One thing that a machine needs to play in time. It reads the system and changes nothing.
protocol Check {
  /// In lower case with dashes.
  static var name: String { get }
  /// Why it matters, in one sentence.
  static var why: String { get }
  static func verdict(on system: System) -> Verdict
}

/// The result of a check on a system.
struct Verdict: Hashable {
  let status: Finding.Status
  let found: String
  let fix: String?

  /// As it should be.
  static func pass(_ found: String) -> Verdict { Verdict(status: .pass, found: found, fix: nil) }

  /// It may cause pops or delay; `fix` is a shell command.
  static func warn(_ found: String, fix: String) -> Verdict {
    Verdict(status: .warn, found: found, fix: fix)
  }

  /// It must be fixed; `fix` is a shell command.
  static func fix(_ found: String, with fix: String) -> Verdict {
    Verdict(status: .fix, found: found, fix: fix)
  }
}

extension Check {
  static func finding(on system: System) -> Finding {
    let verdict = verdict(on: system)
    return Finding(
      check: name, status: verdict.status, found: verdict.found, why: why, fix: verdict.fix)
  }
}
