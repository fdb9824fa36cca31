// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import AudioIO
import FoundationEssentials
import Instrument
import Profiles
import Realtime

/// Makes a session of a take that is rendered: the same files as one that was played, at no clock's pace.
public final class SessionImport {
  /// Where it is kept.
  public let folder: SessionFolder
  private let take: [Float]
  private var record: SessionRecord
  private var music: SessionMusic
  private var mix: SoundFileWriter
  private let hits: LineFile
  private let strokeFile: LineFile
  private let strokes: StrokeLines
  private let lock: SessionLock?

  /// Begins a session in `folder`, which is there and empty; `take` is what is heard in it, `transcript` that of the
  /// performance.
  public init(
    _ record: SessionRecord, profile: Profile, take: [Float], in folder: SessionFolder,
    transcript: PerformanceLog
  ) throws {
    self.record = record
    self.take = take
    self.folder = folder
    music = SessionMusic(profile, sampleRateHz: record.sampleRateHz)
    lock = SessionLock(folder)
    try record.write(folder)
    if !record.isGeneralProfile {
      try ProfileFile.write(profile, path: folder.profilePath, isOverwriting: false)
    }
    hits = try LineFile(path: folder.hitsPath)
    strokeFile = try LineFile(path: folder.strokesPath)
    strokes = StrokeLines(
      transcript, sounds: profile.sounds.map(\.name), settings: record.settings)
    mix = try SoundFileWriter(
      path: folder.mixPath, sampleRateHz: record.sampleRateHz, channelCount: 2,
      isOverwriting: false)
  }

  /// Keeps what was played next, interleaved stereo.
  public func write(_ block: UnsafeBufferPointer<Float>) throws {
    try mix.write(block)
    try strokeFile.write(strokes.next())
  }

  /// Keeps a hit.
  public func note(_ hit: HitLine) throws(SessionError) {
    music.note(hit)
    try hits.write([hit.jsonLine])
    try strokeFile.write([StrokeLines.told(hit)])
  }

  /// Ends the session: `frameCount` frames were heard and played, in blocks of `periodFrames`.
  public func finish(_ outcome: SessionRecord.Outcome, periodFrames: Int) throws {
    try mix.commit()
    let frameCount = mix.frameCount
    var microphone = try SoundFileWriter(
      path: folder.microphonePath, sampleRateHz: record.sampleRateHz, channelCount: 1,
      isOverwriting: false)
    let heard = take + [Float](repeating: 0, count: max(0, frameCount - take.count))
    try heard.withUnsafeBufferPointer { try microphone.write($0) }
    try microphone.commit()
    let runs = [(periodFrames, frameCount / periodFrames), (frameCount % periodFrames, 1)]
      .filter { $0.0 > 0 && $0.1 > 0 }.map { frames, count in
        LoopCallRun(
          LoopCall(inputFrames: frames, outputFrames: frames, timeline: Timeline()), count: count)
      }
    try LineFile(path: folder.callsPath).write(runs.map(\.jsonLine))
    var outcome = outcome
    outcome.beatsPerMinute = music.beatsPerMinute
    record.outcome = outcome
    try music.midiFile.write(to: folder.midiPath)
    try record.write(folder)
  }

  /// Takes away what was begun.
  public func discard() { folder.remove() }
}
