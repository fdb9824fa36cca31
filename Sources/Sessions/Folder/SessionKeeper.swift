// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import FoundationEssentials
import Glibc
import Instrument
import Kits
import Profiles
import Realtime
import Recording
import Storage
import Synchronization

/// Writes a session while it is played: the input, the calls of the loop, the hits. Together with
/// the recording of the mix, all except the last second is on disk at any moment, even if the
/// process ends without warning.
///
/// ``audioSide`` belongs to the audio thread, everything else to one other at a time.
public final class SessionKeeper: PerformanceJournal, @unchecked Sendable {
  /// The session's folder.
  public var folder: SessionFolder { places.first }
  private let places: SessionPlaces
  /// The end for the audio thread; the keeper must outlive its use.
  public let audioSide: JournalInput
  /// Records the input.
  public let microphone: Recorder
  private let text: SessionText
  private let head: SessionHead
  private var record: SessionRecord
  /// Paths of the kits that took over.
  private var laterKits: Set<String> = []
  private var music: SessionMusic
  private var clickChanges = ClickChanges()
  private var sounds: SoundTable
  private let history: PerformanceHistory
  /// By which the history knows it.
  private let number: Int
  private var notes: [EngineEvent.Note] = []
  private var hitCount = 0

  /// Begins a session in the first of `places`, which exists and is empty, like the other one; its
  /// files continue there if the first fails.
  ///
  /// - Parameters:
  ///   - hearsTwo: Two microphones are heard, and both are kept.
  ///   - history: The performance's, including the time before the session.
  ///   - number: See ``Engine/JournalStart/number``.
  public init(
    _ record: SessionRecord, profile: Profile, hearsTwo: Bool = false, in places: SessionPlaces,
    history: PerformanceHistory, number: Int
  ) throws {
    (self.history, self.number) = (history, number)
    self.record = record
    self.places = places
    sounds = SoundTable([profile])
    let head = try SessionHead(record, profile: profile, in: places)
    let text = try SessionText(
      in: places, history: history, number: number,
      strokes: StrokeLines(sounds: sounds.names, settings: record.settings),
      prepare: { head.prepare($0) })
    (self.head, self.text) = (head, text)
    microphone = try Recorder(
      places.file(\.microphonePath, channelCount: hearsTwo ? 2 : 1),
      sampleRateHz: record.sampleRateHz,
      prepare: { head.prepare($0) },
      alongside: {
        head.drain()
        text.drain()
      })
    audioSide = JournalInput(
      microphone: microphone.input, hearsTwo: hearsTwo, number: number)
    music = SessionMusic(sounds.rolesByName, sampleRateHz: record.sampleRateHz)
  }

  /// The folder in which it began.
  public var path: String { folder.path }
  /// Why some of its text is no longer kept.
  public var fault: String? { failure.map { "\($0)" } }

  /// The file for the mix.
  public var mixFile: RecordingFile { places.file(\.mixPath) }

  /// Makes the folder of a path where a recording of the session continues, on the disk's thread.
  public var prepare: @Sendable (String) -> Void {
    { [head] path in head.prepare(path) }
  }

  /// Writes the player's changes and notes, in their order.
  public func append(_ entry: JournalEntry) {
    text.add(entry)
    if let part = entry.command(KitPart.self) { laterKits.insert(part.path) }
    if let note = entry.note { notes.append(note) }
    if let change = entry.command(ObjectChange.self), let sound = change.kept,
      let number = change.sound
    {
      head.add(sound, number: number)
    }
    clickChanges.add(entry)
  }

  /// Keeps a profile that is about to take over; later hits and strokes use the names of its
  /// sounds, too.
  public func keep(_ profile: Profile, number: Int?) {
    if let number { head.add(profile, number: number) }
    sounds.add(profile)
    music.roles = sounds.rolesByName
    text.know(sounds: sounds.names)
  }

  /// Writes a hit, counted from the session's beginning, unless it is outside the session; its
  /// frames are those of the loop. Never waits for the disk.
  public func append(_ hit: HitLine) {
    guard let span = history.span(of: number), span.input.contains(hit.frame) else { return }
    let hit = hit.counted(
      fromInputFrame: span.input.lowerBound, outputFrame: span.output.lowerBound,
      sampleRateHz: record.sampleRateHz)
    hitCount += 1
    music.add(hit)
    text.add(hit)
  }

  /// Writes everything that still waits. Once the audio thread has ended.
  public func stop() {
    microphone.finish()
    text.finish()
  }

  /// Ends the session with its outcome, which is kept despite earlier failures; then throws the
  /// first failure. Returns why it cannot be played again bit for bit; nil if it can.
  public func finish(_ outcome: SessionRecord.Outcome) throws -> String? {
    stop()
    defer { head.release() }
    var outcome = outcome
    let status = microphone.status
    outcome.notReplayable = record.beganNotReplayable ?? outcome.notReplayable ?? reason(status)
    let span = history.span(of: number)?.output ?? 0..<0
    if span.lowerBound > 0 { outcome.hits = hitCount }
    for note in notes where span.contains(note.startFrame) {
      music.add(note, fromFrame: span.lowerBound)
    }
    music.click = clickChanges.heard(in: span, sampleRateHz: record.sampleRateHz)
    outcome.beatsPerMinute = music.beatsPerMinute
    record.outcome = outcome
    if !laterKits.isEmpty {
      // Of one that is gone by now there is nothing to compare.
      record.laterKitHashes = laterKits.reduce(into: [:]) {
        $0[$1] = try? KitIdentity.hash(path: $1)
      }
    }
    head.prepare(folder.recordPath)
    do { try writeEnd() } catch {
      guard let other = places.other else { throw error }
      head.prepare(other.recordPath)
      try writeEnd()
    }
    // Removes the folder only if nothing was written there.
    if let other = places.other { rmdir(FileNames.exactPath(other.path)) }
    if let failure { throw failure }
    if let failure = status.failure ?? status.loss { throw failure }
    return outcome.notReplayable
  }

  private func writeEnd() throws { try head.write(record, music.midiFile) }

  /// Why the text of the session could not be kept.
  public var failure: SessionError? { text.failure }

  /// Removes the files, if nothing was played.
  public func discard() {
    stop()
    for folder in [folder, places.other].compactMap(\.self) { folder.remove() }
  }

  /// Why the files are not enough to play it again.
  private func reason(_ status: RecordingStatus) -> String? {
    if status.failure != nil || failure != nil || head.isIncomplete {
      return "as not all of it could be written"
    }
    if status.lostFrameCount > 0 {
      return "as the disk was too slow for \(status.lostFrameCount) frames of what was heard"
    }
    return history.fault
  }
}
