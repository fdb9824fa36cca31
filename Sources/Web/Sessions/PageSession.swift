// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials
import Sessions
import Storage

/// A session in the list.
struct PageSession: Encodable, Sendable {
  let name: String
  /// ISO 8601; nil if the session cannot be read.
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

/// An opened session.
struct PageOpened: Encodable, Sendable {
  let session: PageSession
  let version: String?
  /// Edited tables saved beside it, the oldest first.
  let versions: [String]
  let rateHz: Int
  /// The sounds that a hit may have.
  let sounds: [String]
  /// A note for people.
  let note: String?
  /// The address of ``PageHits``.
  let hits: String
  /// The address of the waveform: the lowest and the highest sample of each part, a byte each, -127 to 127.
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

/// A table of hits; each column is an array.
struct PageHits: Encodable {
  /// The onset of each hit, in frames.
  let frames: [Int]
  /// The start of its drum, in output frames; null if no drum played.
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

/// The addresses of a sound and its waveform.
struct PageSound: Encodable, Sendable {
  let sound: String
  let outline: String
  let partSeconds: Double
}

/// A saved table.
struct PageKept: Encodable, Sendable { let version: String }

/// An exported file.
struct PageExported: Encodable, Sendable {
  let file: String
  let name: String
}
