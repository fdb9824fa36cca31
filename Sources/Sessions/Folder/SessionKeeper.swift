// SPDX-License-Identifier: GPL-3.0-or-later
import AudioIO
import FoundationEssentials
import Glibc
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
  /// Where its files go on when that place fails.
  private let elseFolder: SessionFolder?
  let audioSide: AudioSide
  /// What keeps what is heard.
  public let microphone: Recorder
  private let calls: LoopCallFile
  private let hits: KeptLines
  private let changes: KeptLines
  private var record: SessionRecord
  private var notes: [StandardMIDIFile.Note] = []
  private let roles: [String: PadRole]
  /// Paths of the kits that took over.
  private var laterKits: Set<String> = []
  private var isReturnLost = false

  /// Begins a session in `folder`, which is there and empty; its files go on in `elseFolder` when that fails.
  public init(
    _ record: SessionRecord, profile: Profile, in folder: SessionFolder,
    else elseFolder: SessionFolder? = nil
  ) throws {
    self.record = record
    self.folder = folder
    self.elseFolder = elseFolder
    try record.write(folder)
    if !record.isGeneralProfile {
      try ProfileFile.write(profile, path: folder.profilePath, isOverwriting: false)
    }
    hits = try KeptLines(path: folder.hitsPath, elsePath: elseFolder?.hitsPath)
    changes = try KeptLines(path: folder.changesPath, elsePath: elseFolder?.changesPath)
    let calls = LoopCallFile(
      try KeptLines(path: folder.callsPath, elsePath: elseFolder?.callsPath))
    self.calls = calls
    microphone = try Recorder(
      RecordingFile(
        path: folder.microphonePath, elsePath: elseFolder?.microphonePath, channelCount: 1),
      sampleRateHz: record.sampleRateHz, alongside: { calls.drain() })
    audioSide = AudioSide(microphone: microphone.input, calls: calls.log.audioSide)
    roles = Dictionary(profile.sounds.map { ($0.name, $0.role) }) { first, _ in first }
  }

  /// Where what is played belongs.
  public var mixFile: RecordingFile {
    RecordingFile(path: folder.mixPath, elsePath: elseFolder?.mixPath)
  }

  /// Keeps what was known of how its drums return when it began.
  func expectReturn(along path: ReturnPath) {
    guard let file = try? KeptLines(path: folder.returnPath, elsePath: elseFolder?.returnPath)
    else { return isReturnLost = true }
    file.write([path.jsonLine])
    isReturnLost = file.failure != nil
  }

  /// Keeps what the player changed.
  func note(_ change: PerformanceChange) {
    changes.write([change.jsonLine])
    if let kit = change.kit { laterKits.insert(kit.path) }
  }

  /// Keeps a hit; its frames are those of the loop.
  public func note(_ hit: HitLine) {
    if let sound = hit.sound, let note = roles[sound]?.generalMIDINote {
      notes.append(StandardMIDIFile.Note(frame: hit.frame, note: note, strength: hit.velocity))
    }
    hits.write([hit.jsonLine])
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
    record.outcome = outcome
    if !laterKits.isEmpty {
      // Of one that is gone by now there is nothing to compare.
      record.laterKitHashes = laterKits.reduce(into: [:]) {
        $0[$1] = try? KitIdentity.hash(path: $1)
      }
    }
    try inEitherFolder { folder throws in
      try StandardMIDIFile(notes, sampleRateHz: record.sampleRateHz).write(to: folder.midiPath)
      try record.write(folder)
    }
    if let elseFolder { rmdir(elseFolder.path) }
    if let failure { throw failure }
    if let failure = status.failure { throw failure }
    return outcome.notReplayable
  }

  /// Why the text of the session could not be kept.
  public var failure: SessionError? { hits.failure ?? changes.failure ?? calls.failure }

  private func inEitherFolder(_ body: (SessionFolder) throws -> Void) throws {
    do { try body(folder) } catch {
      guard let elseFolder else { throw error }
      try body(elseFolder)
    }
  }

  /// Takes away what was begun, where nothing was played.
  public func discard() {
    stop()
    for folder in [folder, elseFolder].compactMap(\.self) {
      try? FileManager.default.removeItem(atPath: folder.path)
    }
  }

  /// Why what was kept is not enough to play it again.
  private func reason(_ status: RecordingStatus) -> String? {
    if status.failure != nil || failure != nil || isReturnLost {
      return "as not all of it could be written"
    }
    if !status.moves.isEmpty { return "as it lies in two places" }
    if status.lostFrameCount > 0 {
      return "as the disk was too slow for \(status.lostFrameCount) frames of what was heard"
    }
    return calls.log.lostCount > 0 ? "as the disk was too slow to keep how it was played" : nil
  }
}
