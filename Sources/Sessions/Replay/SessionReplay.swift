// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import SoundFiles
import FoundationEssentials
import Instrument
import Profiles
import ErrorAdvice
import Storage

/// A session on disk, to be played again.
public struct SessionReplay {
  /// The session's settings.
  public internal(set) var record: SessionRecord
  let profiles: SessionProfiles
  /// Its folders.
  public let parts: SessionParts
  let runs: [LoopCallRun]
  /// Its beginning, in frames of the playing.
  let beginning: (input: Int, output: Int)
  var journal: [JournalEntry]
  /// Why the backing cannot be played again; nil if it can, or there was none.
  public let backingFault: String?
  /// Two microphones were heard.
  public let hearsTwo: Bool
  /// The sounds of the score that played.
  let objectSounds: SessionObjectSounds
  /// The original strokes; nil if the microphone is heard anew.
  var played: ReplayResult?

  /// The session of `folder`, even after a move.
  ///
  /// - Parameter hearsAgain: Hears its microphone anew, regardless of the original hits.
  public init(_ folder: SessionFolder, hearsAgain: Bool = false) throws {
    record = try SessionRecord.read(folder)
    let parts = SessionParts(folder, record)
    self.parts = parts
    if let beginning = parts.missingBeginning {
      throw SessionError(
        .missing, "replay '\(folder.path)'",
        reason: "it is only the end of a session that began in '\(beginning)', which is not there",
        advice: "put that back, or \(.render(path: folder.microphonePath))")
    }
    let calls = parts.paths(\.callsPath)
    runs = try (calls.isEmpty ? [folder.callsPath] : calls)
      .flatMap { try KeptLineFile.read(LoopCallRun.self, path: $0) }
    journal = try parts.journal()
    profiles = try SessionProfiles(parts, folder, record, journal)
    let backings =
      [record.backing].compactMap(\.self) + journal.compactMap { $0.command(PlayedBacking.self) }
    let microphone = try parts.microphone()
    guard Take.sampleRatesHz.contains(record.sampleRateHz),
      (1...2).contains(microphone.channelCount),
      microphone.sampleRateHz == record.sampleRateHz,
      Self.arePossible(runs, sampleRateHz: record.sampleRateHz)
    else {
      throw SessionError(
        .broken, "replay '\(folder.path)'", reason: "its files do not fit each other",
        advice: "put back those that were written together")
    }
    beginning = Self.beginning(runs)
    try Self.check(runs, heardFrames: beginning.input + microphone.frameCount, record, folder)
    backingFault = backings.lazy.compactMap(\.fault).first
    hearsTwo = microphone.channelCount == 2
    objectSounds = SessionObjectSounds(parts, journal)
    guard hearsAgain || !parts.paths(\.strokesPath).isEmpty else {
      throw SessionError(
        .missing, "replay '\(folder.path)'", reason: "its strokes.jsonl is not there",
        advice: "put that back, or \(.hearAgain)")
    }
    played = hearsAgain ? nil : try parts.strokes(sounds: profiles.table.names)
  }

  /// Its microphone is heard anew.
  public var hearsAgain: Bool { played == nil }

  /// Names of the original sounds, or of another profile's.
  public func sounds(_ profile: Profile?) -> [String] {
    profile.map { SoundTable([$0]).names } ?? profiles.table.names
  }

  /// The pads that were struck of a part of a kit.
  public func choices(of part: KitPart) -> [PadChoice] {
    // Parts without a gain were loaded by roles alone.
    part.choices
      ?? profiles.first.sounds.map { part.gainDecibels == nil ? PadChoice($0.role) : $0.choice }
  }

  /// A note about the profile and the microphones; nil for none.
  ///
  /// - Parameter profile: See ``run(kit:profile:playing:periodFrames:laterKit:write:report:)``.
  public func microphonesNote(_ profile: Profile?) -> Advice? {
    (profile ?? profiles.first).warning(heardByTwo: hearsTwo)
  }

  /// Notes that were struck by MIDI, keys, boards, pages and the network; 0 where its journal cannot be
  /// read.
  public var noteCount: Int {
    ((try? parts.playedNotes())?.entries ?? []).count { $0.action == .on }
  }

  /// Its length, as far as its files show.
  public var seconds: Double {
    max(record.outcome?.seconds ?? 0, Self.seconds(runs, record))
  }

  private static func seconds(_ runs: [LoopCallRun], _ record: SessionRecord) -> Double {
    let frames = runs.lazy.filter { $0.isBefore != true }.reduce(0.0) {
      $0 + Double($1.count) * Double($1.outputFrames ?? 0)
    }
    return frames / Double(record.sampleRateHz)
  }

  /// Frames of all calls, also of those before it began.
  /// A session can have these calls: no longer than the longest one.
  static func arePossible(_ runs: [LoopCallRun], sampleRateHz: Int) -> Bool {
    runs.allSatisfy(\.isPossible)
      && callFrames(runs) <= SessionRecord.Outcome.mostSeconds * Double(sampleRateHz)
  }

  private static func callFrames(_ runs: [LoopCallRun]) -> Double {
    runs.reduce(0) {
      $0 + Double($1.count) * Double(max($1.inputFrames ?? 0, $1.outputFrames ?? 0))
    }
  }

  /// As much is played as is heard, except while a device was missing.
  private static func check(
    _ runs: [LoopCallRun], heardFrames: Int, _ record: SessionRecord, _ folder: SessionFolder
  ) throws(SessionError) {
    let played = runs.reduce(0) { $0 + $1.count * ($1.outputFrames ?? 0) }
    let most = heardFrames + heardFrames / 10 + Limits.unheardSeconds * record.sampleRateHz
    guard played <= most else {
      throw SessionError(
        .broken, "replay '\(folder.path)'",
        reason:
          "its calls.jsonl asks for \(played / record.sampleRateHz) s of sound, and its microphone heard "
          + "\(heardFrames / record.sampleRateHz) s; \(Limits.unheardSeconds) s more is the limit",
        advice: "put back the files that were written together")
    }
  }

  static func beginning(_ runs: [LoopCallRun]) -> (input: Int, output: Int) {
    runs.lazy.filter { $0.isBefore == true }.reduce((0, 0)) { frames, run in
      (
        frames.0 + run.count * (run.inputFrames ?? 0),
        frames.1 + run.count * (run.outputFrames ?? 0)
      )
    }
  }

  /// The session began later than the playing: replay hears no earlier input.
  public var beganLater: Bool { beginning.input + beginning.output > 0 }
}
