// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Instrument
import Notation
import Profiles
import SoundFiles
import Storage

/// The hits and notes of a session as music.
public struct SessionHits: Sendable {
  /// Its settings and its outcome.
  public let record: SessionRecord
  /// All that were heard, in the order of their onsets.
  public let hits: [KeptHit]
  /// Its folders.
  public let parts: SessionParts
  /// The drum of each sound.
  public let roles: [String: PadRole]
  /// Notes from MIDI, keys, boards, pages and the network that were struck.
  private let struck: [ScoreNote]
  /// The metronome that was heard; nil for none.
  public let click: HeardClick?

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
    click = try parts.click(record, hits)
    struck = try parts.struckNotes(sampleRateHz: max(1, record.sampleRateHz))
    guard (struck.lazy.map(\.seconds).max() ?? 0) <= Double(Limits.sheetSeconds) else {
      throw Self.tooLong("a note", "journal.jsonl", folder)
    }
    guard Set(struck.lazy.map(\.sound)).count <= Limits.sessionSounds else {
      throw Self.tooMany("notes", "journal.jsonl", folder)
    }
  }

  private static func check(
    _ hits: [KeptHit], _ record: SessionRecord, _ folder: SessionFolder
  ) throws(SessionError) {
    let last = hits.lazy.map(\.frame).max() ?? 0
    guard last <= Limits.sheetSeconds * max(1, record.sampleRateHz) else {
      throw tooLong("a hit", "hits.jsonl", folder)
    }
    guard Set(hits.lazy.map(\.sound)).count <= Limits.sessionSounds else {
      throw tooMany("hits", "hits.jsonl", folder)
    }
  }

  private static func tooLong(
    _ what: String, _ file: String, _ folder: SessionFolder
  ) -> SessionError {
    SessionError(
      .broken, "read '\(folder.path)'",
      reason:
        "\(what) lies beyond \(Limits.sheetSeconds / 3600) hours, the limit of a report or sheet",
      advice: "put \(file) back as it was written")
  }

  private static func tooMany(
    _ what: String, _ file: String, _ folder: SessionFolder
  ) -> SessionError {
    SessionError(
      .broken, "read '\(folder.path)'",
      reason: "its \(what) name more than \(Limits.sessionSounds) sounds, the limit of a session",
      advice: "put \(file) back as it was written")
  }

  /// When a hit begins.
  public func seconds(_ hit: KeptHit) -> Double {
    Double(hit.frame) / Double(record.sampleRateHz)
  }

  /// Hits of the profile's sounds, and notes from elsewhere, in the order of their times.
  public var notes: [ScoreNote] {
    let heard = hits.compactMap { hit in
      hit.sound.map { sound in
        ScoreNote(
          seconds: seconds(hit), sound: sound, role: roles[sound] ?? .other, velocity: hit.velocity)
      }
    }
    return struck.isEmpty ? heard : (heard + struck).sorted { $0.seconds < $1.seconds }
  }
}

extension SessionParts {
  /// The notes from outside the microphone that were struck in the session.
  fileprivate func struckNotes(sampleRateHz: Int) throws -> [ScoreNote] {
    let notes = try playedNotes()
    return notes.entries.compactMap {
      ScoreNote($0, fromFrame: notes.firstFrame, sampleRateHz: sampleRateHz)
    }
  }

  /// The notes from outside the microphone, and the frame of the output at which the session began.
  func playedNotes() throws -> (entries: [EngineEvent.Note], firstFrame: Int) {
    let entries = try journal().compactMap(\.note)
    return (entries, entries.isEmpty ? 0 : try beginningFrame())
  }

  /// The frame of the output at which the session began.
  func beginningFrame() throws -> Int {
    let runs = try paths(\.callsPath).flatMap {
      try KeptLineFile.read(LoopCallRun.self, path: $0)
    }
    guard SessionReplay.arePossible(runs, sampleRateHz: Take.sampleRatesHz.upperBound) else {
      throw SessionError(
        .broken, "read '\(paths(\.callsPath).first ?? "calls.jsonl")'",
        reason: "it has calls that no session can have", advice: "put it back as it was written")
    }
    return SessionReplay.beginning(runs).output
  }
}
