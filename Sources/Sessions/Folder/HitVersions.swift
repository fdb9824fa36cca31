// SPDX-License-Identifier: GPL-3.0-or-later
import Storage

/// Tables of hits that a person has edited, in the session's folder; the played hits stay
/// unchanged: "edited 2026-03-01 17.45.09.jsonl". A replay can take each in place of the played
/// hits.
extension SessionFolder {
  private static let versionStart = "edited "
  private static let versionEnd = ".jsonl"

  /// Names of the tables that there are, the oldest first.
  public var versions: [String] {
    FileSystem.names(in: path).filter {
      $0.hasPrefix(Self.versionStart) && $0.hasSuffix(Self.versionEnd)
    }.map { String($0.dropLast(Self.versionEnd.count)) }.sorted()
  }

  /// The path of a table of ``versions``; nil if none has exactly that name.
  public func path(ofVersion name: String) -> String? {
    versions.contains(name) ? "\(path)/\(name)\(Self.versionEnd)" : nil
  }

  /// Saves a table in addition to the present ones; returns its name.
  public func keepVersion(_ hits: [KeptHit]) throws(SessionError) -> String {
    let stamp = Self.versionStart + Self.nameOfNow
    for number in 1... {
      let name = stamp + (number == 1 ? "" : " (\(number))")
      let path = "\(path)/\(name)\(Self.versionEnd)"
      guard !holds(path) else { continue }
      try hits.write(to: path)
      return name
    }
    preconditionFailure("numbers do not end")
  }
}
