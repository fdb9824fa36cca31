// SPDX-License-Identifier: GPL-3.0-or-later

/// Why a profile could not be found, read or written.
public enum ProfileError: Error, Equatable, CustomStringConvertible {
  /// There is none of that name or path.
  case missing(path: String, known: [String])
  /// It is there but cannot be read.
  case unreadable(path: String, reason: String)
  /// It is not what a profile should be.
  case broken(path: String, reason: String)
  /// It was written by a newer version of the program.
  case unknownVersion(path: String, version: Int)
  /// It was written by an older version of the program, which kept too little of the sounds.
  case outdated(path: String, version: Int)
  /// It is there already and would be overwritten.
  case exists(path: String)
  /// It cannot be written.
  case unwritable(path: String, reason: String)

  /// What failed, why, and what to do.
  public var description: String {
    switch self {
    case .missing(let path, let known):
      "cannot read profile '\(path)': there is none; teach it with 'flam learn'"
        + (known.isEmpty ? "" : ", or give one of: \(known.joined(separator: ", "))")
    case .unreadable(let path, let reason):
      "cannot read profile '\(path)': \(reason); check that it is a file you may read"
    case .broken(let path, let reason):
      "cannot read profile '\(path)': \(reason); teach it again with 'flam learn' and --force"
    case .unknownVersion(let path, let version):
      "cannot read profile '\(path)': it has version \(version), this program knows "
        + "\(ProfileFile.version); use a newer flam, or teach it again with 'flam learn' and --force"
    case .outdated(let path, let version):
      "cannot read profile '\(path)': it has version \(version), which kept too little of your sounds for this "
        + "program, which writes version \(ProfileFile.version); teach it again with 'flam learn' and --force"
    case .exists(let path):
      "cannot write profile '\(path)': it exists; choose another name, or --force to overwrite it"
    case .unwritable(let path, let reason):
      "cannot write profile '\(path)': \(reason); choose another place or free some room"
    }
  }
}
