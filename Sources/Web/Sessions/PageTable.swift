// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Sessions
import Storage

/// A session's hits as a page means them: those of a session, or of a table that was kept beside them, with changes.
struct PageTable: Decodable, Sendable {
  /// Name of the session.
  let session: String
  /// Name of the table; nil for the hits as they were played.
  var version: String?
  /// What the page changes of it.
  var changes: [HitChange]?

  /// What it means in a folder with sessions: each name is one of those that are there, or it is refused.
  func read(in parent: String) throws -> OpenedTable {
    let known = SessionFolder.all(in: parent).first { $0.name == session }
    guard let folder = known else {
      throw EngineError(
        "open the session '\(PathText.name(session))'", reason: "there is none of that name",
        advice: "pick one from the list")
    }
    guard try !SessionParts(folder, SessionRecord.read(folder)).isBeingPlayed else {
      throw EngineError(
        "open the session '\(folder.name)'", reason: "it is being played",
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

/// A table that was found, as it is with its changes.
struct OpenedTable {
  let folder: SessionFolder
  /// The session as it was played.
  let hits: SessionHits
  /// What a hit may be, by their names.
  let sounds: [String]
  let table: [KeptHit]
  /// Nothing of it is otherwise than it was played.
  let isAsPlayed: Bool
}
