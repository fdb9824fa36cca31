// SPDX-License-Identifier: GPL-3.0-or-later
import Console
import Sessions
import SoundFiles

/// Finds cut-off recordings in the place of a new one.
enum CutOff {
  /// Reports which of `paths` are cut off, and the command that repairs them, unless they are
  /// overwritten now.
  static func report(of paths: [String], isOverwriting: Bool = false) {
    for path in paths where SoundFileRepair.isCutOff(path: path) {
      Terminal.report(
        isOverwriting
          ? "'\(path)' was a recording that was cut off, which flam repair makes whole; it is overwritten now"
          : "'\(path)' was cut off: flam repair '\(path)' makes it whole")
    }
  }

  /// Reports which sessions in a folder were cut off, and the command that repairs them.
  static func report(ofSessionsIn parent: String) {
    for folder in SessionFolder.all(in: parent) where isCutOff(folder) {
      Terminal.report(
        "the session '\(folder.path)' was cut off: flam repair '\(folder.path)' makes it whole")
    }
  }

  private static func isCutOff(_ folder: SessionFolder) -> Bool {
    let record = try? SessionRecord.read(folder)
    let isBeingPlayed =
      record.map { SessionParts(folder, $0).isBeingPlayed } ?? folder.isBeingPlayed
    guard !isBeingPlayed else { return false }
    return record.map { $0.outcome == nil } ?? false
      || folder.soundPaths.contains(where: SoundFileRepair.isCutOff)
  }
}
