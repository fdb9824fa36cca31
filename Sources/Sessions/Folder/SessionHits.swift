// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Notation
import Profiles
import Storage

/// The hits of a session as music.
public struct SessionHits: Sendable {
  /// Its settings and its outcome.
  public let record: SessionRecord
  /// All that were heard, in the order of their onsets.
  public let hits: [KeptHit]
  /// Its folders.
  public let parts: SessionParts
  /// The drum of each sound.
  public let roles: [String: PadRole]

  /// The hits of `folder`; a last line that a crash cut off is left out.
  ///
  /// A session that went on in another folder is taken as one.
  public init(_ folder: SessionFolder) throws {
    let read = try SessionRecord.read(folder)
    record = try SessionRecovery(folder, read)?.record ?? read.withLoudness(folder)
    let parts = SessionParts(folder, read)
    roles = try parts.roles(folder, read)
    self.parts = parts
    let hits =
      parts.paths(\.hitsPath).isEmpty
      ? try HitFile.read(path: folder.hitsPath, isWhole: false).map(\.hit) : try parts.hits()
    try Self.check(hits, record, folder)
    self.hits = hits.sorted { $0.frame < $1.frame }
  }

  private static func check(
    _ hits: [KeptHit], _ record: SessionRecord, _ folder: SessionFolder
  ) throws(SessionError) {
    let last = hits.lazy.map(\.frame).max() ?? 0
    guard last <= Limits.sheetSeconds * max(1, record.sampleRateHz) else {
      throw SessionError(
        .broken, "read '\(folder.path)'",
        reason:
          "a hit lies beyond \(Limits.sheetSeconds / 3600) hours, the limit of a report or sheet",
        advice: "put hits.jsonl back as it was written")
    }
    guard Set(hits.lazy.map(\.sound)).count <= Limits.sessionSounds else {
      throw SessionError(
        .broken, "read '\(folder.path)'",
        reason: "its hits name more than \(Limits.sessionSounds) sounds, the limit of a session",
        advice: "put hits.jsonl back as it was written")
    }
  }

  /// When a hit begins.
  public func seconds(_ hit: KeptHit) -> Double {
    Double(hit.frame) / Double(record.sampleRateHz)
  }

  /// Hits of the profile's sounds.
  public var notes: [ScoreNote] {
    hits.compactMap { hit in
      hit.sound.map { sound in
        ScoreNote(
          seconds: seconds(hit), sound: sound, role: roles[sound] ?? .other, velocity: hit.velocity)
      }
    }
  }
}
