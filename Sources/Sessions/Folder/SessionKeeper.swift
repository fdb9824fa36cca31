// SPDX-License-Identifier: GPL-3.0-or-later
import AudioIO
import FoundationEssentials
import Instrument
import Kits
import Profiles
import Realtime
import Synchronization

/// Keeps a session while it is played: what was heard, how the loop went, the hits. With the recording of what was played
/// beside it, all but the last second is on disk at any moment, also if the process ends without warning.
///
/// ``audioSide`` belongs to the audio thread, everything else to one other.
public final class SessionKeeper: @unchecked Sendable {
  /// The audio thread's end; the keeper must outlive its use.
  struct AudioSide: BitwiseCopyable, @unchecked Sendable {
    fileprivate let microphone: Recorder.Input
    fileprivate let calls: LoopCallLog.AudioSide

    /// Keeps a call of the loop and what it heard; never waits.
    @_noLocks func note(
      _ input: UnsafePointer<Float>?, frameCount: Int?, outputFrames: Int?, timeline: Timeline,
      arrivedDrums: Int
    ) {
      calls.note(
        LoopCall(
          inputFrames: frameCount, outputFrames: outputFrames, timeline: timeline,
          arrivedDrums: arrivedDrums))
      if let input, let frameCount { microphone.push(input, frameCount: frameCount) }
    }
  }

  /// Where it is kept.
  public let folder: SessionFolder
  let audioSide: AudioSide
  private let microphone: Recorder
  private let calls: LoopCallFile
  private let hits: LineFile
  private let changes: LineFile
  private var record: SessionRecord
  private var music: SessionMusic
  /// Paths of the kits that took over.
  private var laterKits: Set<String> = []
  private(set) var failure: SessionError?

  /// Begins a session in `folder`, which is there and empty.
  public init(
    _ record: SessionRecord, profile: Profile, in folder: SessionFolder
  ) throws {
    self.record = record
    self.folder = folder
    try record.write(folder)
    if !record.isGeneralProfile {
      try ProfileFile.write(profile, path: folder.profilePath, isOverwriting: false)
    }
    hits = try LineFile(path: folder.hitsPath)
    changes = try LineFile(path: folder.changesPath)
    let calls = try LoopCallFile(path: folder.callsPath)
    self.calls = calls
    microphone = try Recorder(
      path: folder.microphonePath, sampleRateHz: record.sampleRateHz, channelCount: 1,
      alongside: { calls.drain() })
    audioSide = AudioSide(microphone: microphone.input, calls: calls.log.audioSide)
    music = SessionMusic(profile, sampleRateHz: record.sampleRateHz)
  }

  /// Keeps what was known of how its drums return when it began.
  func expectReturn(along path: ReturnPath) {
    keep { () throws(SessionError) in
      try LineFile(path: folder.returnPath).write([path.jsonLine])
    }
  }

  /// Keeps what the player changed.
  func note(_ change: PerformanceChange) {
    keep { () throws(SessionError) in try changes.write([change.jsonLine]) }
    if let kit = change.kit { laterKits.insert(kit.path) }
  }

  /// Keeps a hit; its frames are those of the loop.
  public func note(_ hit: HitLine) {
    music.note(hit)
    keep { () throws(SessionError) in try hits.write([hit.jsonLine]) }
  }

  /// Writes what still waits. Once the audio thread has ended.
  func stop() {
    microphone.finish()
    calls.finish()
  }

  /// Ends the session with what came of it, and keeps that whatever failed before; then throws the first failure there
  /// was. Why it cannot be played again bit for bit; nil where it can.
  public func finish(_ outcome: SessionRecord.Outcome) throws -> String? {
    stop()
    var outcome = outcome
    let status = microphone.status
    outcome.notReplayable = outcome.notReplayable ?? reason(status)
    outcome.beatsPerMinute = music.beatsPerMinute
    record.outcome = outcome
    if !laterKits.isEmpty {
      // Of one that is gone by now there is nothing to compare.
      record.laterKitHashes = laterKits.reduce(into: [:]) {
        $0[$1] = try? KitIdentity.hash(path: $1)
      }
    }
    try music.midiFile.write(to: folder.midiPath)
    try record.write(folder)
    if let failure = failure ?? calls.failure { throw failure }
    if let failure = status.failure { throw failure }
    return outcome.notReplayable
  }

  /// Takes away what was begun, where nothing was played.
  public func discard() {
    stop()
    try? FileManager.default.removeItem(atPath: folder.path)
  }

  /// Why what was kept is not enough to play it again.
  private func reason(_ status: RecordingStatus) -> String? {
    if status.failure != nil || failure != nil || calls.failure != nil {
      return "as not all of it could be written"
    }
    if status.lostFrameCount > 0 {
      return "as the disk was too slow for \(status.lostFrameCount) frames of what was heard"
    }
    return calls.log.lostCount > 0 ? "as the disk was too slow to keep how it was played" : nil
  }

  private func keep(_ body: () throws(SessionError) -> Void) {
    guard failure == nil else { return }
    do { try body() } catch { failure = error }
  }
}
