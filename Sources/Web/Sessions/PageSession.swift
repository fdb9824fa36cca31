// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials
import Sessions
import Storage

/// A session of the list.
struct PageSession: Encodable, Sendable {
  let name: String
  /// ISO 8601; nil where the session cannot be read.
  var startedAt: String?
  var seconds: Double?
  var hits: Int?
  var kit: String?
  var beatsPerMinute: Double?
  var isBeingPlayed = false
  /// Why it cannot be opened.
  var problem: String?

  init(_ folder: SessionFolder) {
    name = folder.name
    do throws(SessionError) {
      let record = try SessionRecord.read(folder)
      startedAt = record.startedAt.formatted(.iso8601)
      (seconds, hits) = (record.outcome?.seconds, record.outcome?.hits)
      (kit, beatsPerMinute) = (PathText.name(record.kit.name), record.outcome?.beatsPerMinute)
      isBeingPlayed = SessionParts(folder, record).isBeingPlayed
    } catch {
      problem = PathText.stripped(error.description)
    }
  }
}

/// A session that was opened.
struct PageOpened: Encodable, Sendable {
  let session: PageSession
  let version: String?
  /// Tables that were kept beside it, the oldest first.
  let versions: [String]
  let rateHz: Int
  /// What a hit may be.
  let sounds: [String]
  /// What people should know of it.
  let note: String?
  /// Where ``PageHits`` can be fetched.
  let hits: String
  /// Where the lowest and the highest sample of each part can be fetched, a byte each, -127 to 127.
  let outline: String
  let partSeconds: Double

  init(
    _ session: PageSession, _ opened: OpenedTable, version: String?, hits: String,
    outline: String, partSeconds: Double
  ) {
    (self.session, self.version, versions) = (session, version, opened.folder.versions)
    (rateHz, sounds) = (opened.hits.record.sampleRateHz, opened.sounds)
    note = opened.hits.parts.warning(for: opened.hits.record).map(PathText.stripped)
    (self.hits, self.outline, self.partSeconds) = (hits, outline, partSeconds)
  }
}

/// A table of hits, a column an array.
struct PageHits: Encodable {
  /// When each begins, in frames.
  let frames: [Int]
  /// When its drum begins, in frames of what is played; null where none did.
  let starts: [Int?]
  /// Null for a hit that is none of the sounds.
  let sounds: [String?]
  let velocities: [Float]

  init(_ opened: OpenedTable) {
    let table = opened.table
    (frames, starts) = (table.map(\.frame), table.map(\.startFrame))
    (sounds, velocities) = (table.map(\.sound), table.map(\.velocity))
  }
}

/// Where a sound and its outline can be fetched.
struct PageSound: Encodable, Sendable {
  let sound: String
  let outline: String
  let partSeconds: Double
}

/// A table that is kept.
struct PageKept: Encodable, Sendable { let version: String }

/// A file that can be fetched.
struct PageExported: Encodable, Sendable {
  let file: String
  let name: String
}
