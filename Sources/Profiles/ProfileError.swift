// SPDX-License-Identifier: GPL-3.0-or-later
import ErrorAdvice

/// Why a profile could not be found, read or written.
public enum ProfileError: AdvisedError, Equatable {
  /// There is no profile with this name or path.
  case missing(path: String, known: [String])
  /// The file exists but cannot be read.
  case unreadable(path: String, reason: String)
  /// The file is not a valid profile.
  case broken(path: String, reason: String)
  /// A newer version of the program wrote it.
  case unknownVersion(path: String, version: Int)
  /// An older version of the program wrote it, which kept too little of the sounds.
  case outdated(path: String, version: Int)
  /// The file exists and would be overwritten.
  case exists(path: String)
  /// It cannot be written.
  case unwritable(path: String, reason: String)

  /// What was attempted, and why it failed.
  public var problem: String { "cannot \(operation): \(reason)" }

  /// What was attempted.
  public var operation: String {
    switch self {
    case .missing(let path, _), .unreadable(let path, _), .broken(let path, _),
      .unknownVersion(let path, _), .outdated(let path, _):
      "read profile '\(path)'"
    case .exists(let path), .unwritable(let path, _): "write profile '\(path)'"
    }
  }

  /// Why it failed.
  public var reason: String {
    switch self {
    case .missing: "there is none"
    case .unreadable(_, let reason), .broken(_, let reason), .unwritable(_, let reason): reason
    case .unknownVersion(_, let version):
      "it has version \(version), but this Flam reads \(ProfileFile.version)"
    case .outdated(_, let version):
      "it has version \(version), which kept too little of your sounds for this program, which writes version "
        + "\(ProfileFile.version)"
    case .exists: "it exists"
    }
  }

  /// What to do.
  public var advice: Advice {
    switch self {
    case .missing(_, let known):
      known.isEmpty ? "\(.teach)" : "\(.teach), or give one of: \(known.joined(separator: ", "))"
    case .unreadable: "check that it is a file that you may read"
    case .broken, .outdated: "\(.teachAnew)"
    case .unknownVersion: "use a newer Flam, or \(.teachAnew)"
    case .exists: "\(.teachOn), choose another name, or \(.overwrite)"
    case .unwritable: "choose another folder or free some space"
    }
  }
}
