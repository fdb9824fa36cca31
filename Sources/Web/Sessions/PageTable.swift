// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Sessions
import Storage

/// The hits that a page asks about: those of a session, or of a table saved beside it, with changes.
struct PageTable: Decodable, Sendable {
  /// The name of the session.
  let session: String
  /// The name of the table; nil for the hits as they were played.
  var version: String?
  /// The page's changes.
  var changes: [HitChange]?

  /// Finds the hits in a folder with sessions. It refuses names that do not exist there.
  func read(in parent: String) throws -> OpenedTable {
    let known = SessionFolder.all(in: parent).first { $0.name == session }
    guard let folder = known else {
      throw EngineError(
        "open the session '\(PathText.name(session))'", reason: "there is none of that name",
        advice: "pick one from the list")
    }
    guard try !SessionParts(folder, SessionRecord.read(folder)).isBeingPlayed else {
      throw EngineError(
        "open the session '\(folder.name)'", reason: "it is still being played",
        advice: "end it first")
    }
    let hits = try SessionHits(folder)
    var kept = hits.hits
    if let version {
      guard let path = folder.path(ofVersion: version) else {
        throw EngineError(
          "open '\(PathText.name(version))' of the session '\(folder.name)'",
          reason: "there is none of that name", advice: "pick one from the list")
      }
      kept = try HitFile.read(path: path, isWhole: true).map(\.hit)
    }
    let sounds = hits.roles.keys.sorted()
    return OpenedTable(
      folder: folder, hits: hits, sounds: sounds,
      table: try kept.changed(by: changes ?? [], sounds: Set(sounds)),
      isAsPlayed: version == nil && changes?.isEmpty ?? true)
  }
}

/// A table with its changes applied.
struct OpenedTable {
  let folder: SessionFolder
  /// The session as it was played.
  let hits: SessionHits
  /// The names of the sounds that a hit may have.
  let sounds: [String]
  let table: [KeptHit]
  /// Nothing was changed.
  let isAsPlayed: Bool
}
