// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Profiles

/// The outcome of a session that ended without warning, worked out from its files.
public struct SessionRecovery {
  /// The record with an outcome.
  public let record: SessionRecord
  private let folder: SessionFolder
  private let music: SessionMusic

  /// Nil for a session that already has an outcome, or is still being played.
  public init?(_ folder: SessionFolder, _ record: SessionRecord) throws {
    let parts = SessionParts(folder, record)
    guard record.outcome == nil, !parts.isBeingPlayed else { return nil }
    self.folder = folder
    let roles = try parts.roles(folder, record)
    let hits = try parts.hits()
    var music = SessionMusic(roles, sampleRateHz: record.sampleRateHz)
    for hit in hits { music.add(hit) }
    music.click = try parts.click(record, hits)
    let notes = try parts.playedNotes()
    for note in notes.entries { music.add(note, fromFrame: notes.firstFrame) }
    let loudness = try? SessionLoudness(parts.mix())
    var outcome = SessionRecord.Outcome(
      seconds: (try? parts.mix().seconds) ?? (try? parts.microphone().seconds) ?? 0,
      hits: hits.count, lateHits: nil, pops: nil, peakDecibels: loudness?.peakDecibels,
      latencyMilliseconds: nil, lostFrames: 0,
      failure: "it ended without warning: what is here was kept until then",
      notReplayable: parts.isWithoutHistory
        ? "part of it lies elsewhere" : record.beganNotReplayable)
    outcome.loudnessLUFS = loudness?.loudnessLUFS
    outcome.beatsPerMinute = music.beatsPerMinute
    var whole = record
    whole.outcome = outcome
    self.record = whole
    self.music = music
  }

  /// Keeps it in the session, with its hits as MIDI.
  public func write() throws(SessionError) {
    try music.midiFile.write(to: folder.midiPath)
    try record.write(folder)
  }
}
