// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Instrument
import Profiles

/// The profiles of a session: the one with which it began, and those that took over while it was played.
struct SessionProfiles {
  /// As the session kept it.
  let first: Profile
  /// In the order of their changes.
  let later: [Profile]

  /// Reads those of `folder`, a part of a session.
  init(_ folder: SessionFolder, _ record: SessionRecord, _ changes: [PerformanceChange]) throws {
    var first =
      record.isGeneralProfile ? .general : try ProfileFile.read(path: folder.profilePath)
    first.velocityShape = record.velocityCurve
    self.first = first
    later = try changes.compactMap(\.profile).map { change in
      try change.number.map { try ProfileFile.read(path: folder.profilePath(number: $0)) }
        ?? .general
    }
  }

  /// Those of a session, whose changes are read for it.
  init(_ parts: SessionParts, _ record: SessionRecord, _ folder: SessionFolder) throws {
    try self.init(folder, record, parts.changes())
  }

  /// The sounds of all of them, by the names that hits and strokes tell.
  var table: SoundTable { SoundTable([first] + later) }
}

extension SessionParts {
  /// What the player changed, in order.
  func changes() throws -> [PerformanceChange] {
    try paths(\.changesPath).flatMap { try KeptLineFile.read(PerformanceChange.self, path: $0) }
  }
}
