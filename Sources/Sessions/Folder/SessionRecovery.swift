// SPDX-License-Identifier: GPL-3.0-or-later
import AudioIO
import Instrument
import Profiles

/// What came of a session that ended without warning, found in what it left behind.
public struct SessionRecovery {
  /// The record with an outcome.
  public let record: SessionRecord
  private let folder: SessionFolder
  private let music: SessionMusic

  /// Nil for a session that told its outcome itself, or that is still being played.
  public init?(_ folder: SessionFolder, _ record: SessionRecord) throws {
    guard record.outcome == nil, !folder.isBeingPlayed else { return nil }
    self.folder = folder
    let profile =
      record.isGeneralProfile ? .general : try ProfileFile.read(path: folder.profilePath)
    // A folder that a session moved to may hold nothing but sound.
    let hits =
      folder.holds(folder.hitsPath)
      ? try HitFile.read(path: folder.hitsPath, isWhole: false).map(\.hit) : []
    var music = SessionMusic(profile, sampleRateHz: record.sampleRateHz)
    for hit in hits { music.note(hit) }
    let frames = Self.frames(folder.mixPath) ?? Self.frames(folder.microphonePath) ?? 0
    let loudness = try? SessionLoudness(path: folder.mixPath)
    var outcome = SessionRecord.Outcome(
      seconds: Double(frames) / Double(record.sampleRateHz),
      hits: hits.count, lateHits: nil, pops: nil, peakDecibels: loudness?.peakDecibels,
      latencyMilliseconds: nil, lostFrames: 0,
      failure: "it ended without warning: what is here was kept until then",
      notReplayable: folder.isInParts ? "part of it lies elsewhere" : nil)
    outcome.loudnessLUFS = loudness?.loudnessLUFS
    outcome.beatsPerMinute = music.beatsPerMinute
    var whole = record
    whole.outcome = outcome
    self.record = whole
    self.music = music
  }

  private static func frames(_ path: String) -> Int? {
    guard let reader = try? SoundFileReader(path: path) else { return nil }
    return reader.frameCount
  }

  /// Keeps it in the session, with its hits as MIDI.
  public func write() throws(SessionError) {
    try music.midiFile.write(to: folder.midiPath)
    try record.write(folder)
  }
}
