// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import AudioIO
import FoundationEssentials
import Instrument
import Profiles
import Remedies
import Storage

/// A session on disk, to be played again.
public struct SessionReplay {
  /// What it was played with.
  public let record: SessionRecord
  private let profiles: SessionProfiles
  /// Where it lies.
  public let parts: SessionParts
  private let runs: [LoopCallRun]
  /// Where it began, in frames of the playing.
  let beginning: (input: Int, output: Int)
  private let changes: [PerformanceChange]
  private let path: EchoPath?
  /// Why what was played along cannot be heard again; nil where it can, or there was nothing.
  public let backingFault: String?
  /// Two microphones were heard.
  public let hearsTwo: Bool
  /// Where it finds what is struck.
  public let source: StrokeSource
  /// What was struck; nil where that is heard.
  private let played: ReplayResult?

  /// The session of `folder`, wherever it has been moved to.
  ///
  /// - Parameter hearsAgain: Today's ears hear its microphone, whatever was heard then.
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
    changes = try parts.changes()
    profiles = try SessionProfiles(parts, folder, record, changes)
    let backings = [record.backing].compactMap(\.self) + changes.compactMap(\.mix?.backing)
    path =
      folder.holds(folder.returnPath)
      ? try KeptLineFile.read(EchoPath.self, path: folder.returnPath).first : nil
    guard path?.isPossible ?? true else {
      throw SessionError(
        .broken, "read '\(folder.returnPath)'", reason: "no room returns drums as it says",
        advice: "put back the file that was written, or remove it")
    }
    var microphone = try parts.microphone()
    guard Take.sampleRatesHz.contains(record.sampleRateHz),
      (1...2).contains(microphone.channelCount),
      microphone.sampleRateHz == record.sampleRateHz, runs.allSatisfy(\.isPossible),
      Self.callFrames(runs) <= SessionRecord.Outcome.mostSeconds * Double(record.sampleRateHz)
    else {
      throw SessionError(
        .broken, "replay '\(folder.path)'", reason: "its files do not fit each other",
        advice: "put back those that were written together")
    }
    beginning = Self.beginning(runs)
    try Self.check(runs, heardFrames: beginning.input + microphone.frameCount, record, folder)
    backingFault = backings.lazy.compactMap(\.fault).first
    hearsTwo = microphone.channelCount == 2
    let sounds = profiles.table.names
    source = Self.source(parts, record, hearsAgain: hearsAgain)
    switch source {
    case .kept: played = try parts.strokes(sounds: sounds)
    case .found:
      guard microphone.channelCount == 1 else {
        throw SessionError(
          .missing, "replay '\(folder.path)'", reason: "its strokes.jsonl is not there",
          advice: "put that back, or \(.hearAgain)")
      }
      guard !parts.paths(\.hitsPath).isEmpty else {
        throw SessionError(
          .missing, "replay '\(folder.path)'", reason: "its hits.jsonl is not there",
          advice: "put that back, or \(.hearAgain)")
      }
      played = try FirstStrokes(record, runs, sounds: sounds).replay(of: parts.hitLines()) {
        block throws in try microphone.read(into: block)
      }
    case .heard: played = nil
    }
  }

  private static func source(
    _ parts: SessionParts, _ record: SessionRecord, hearsAgain: Bool
  ) -> StrokeSource {
    if hearsAgain { return .heard }
    if !parts.paths(\.strokesPath).isEmpty { return .kept }
    return record.earsVersion ?? 1 == HitTracker.version ? .heard : .found
  }

  /// Plays it again; what rings on after its end is not played, as it was not. The same kit, profile and hits as then give
  /// the same bits as then.
  ///
  /// - Parameters:
  ///   - kit: The drums, of the session's sample rate.
  ///   - profile: The ears, where they hear again; nil for those of then. Its sounds are those of `edits`.
  ///   - edits: The hits, in place of those that were played or are heard; nil for these.
  ///   - periodFrames: The size of the pieces; the result does not depend on it.
  ///   - laterKit: Loads a kit that took over while it was played; nil for the one before to play on.
  ///   - write: Receives what is played, interleaved stereo.
  ///   - tell: Receives each hit that was played, or each that is heard when it is settled.
  public func run(
    kit: Kit, profile: Profile?, playing edits: EditedHits?, periodFrames: Int,
    laterKit: (PerformanceChange.KitPart) throws -> Kit?,
    write: (UnsafeBufferPointer<Float>) throws -> Void, tell: (HitLine) throws -> Void
  ) throws {
    var score = playedScore
    if let edits {
      let replayed = try replayed(kit: kit, profile: profile, periodFrames, laterKit)
      score = edits.score(
        over: replayed, fromOutputFrame: beginning.output, sampleRateHz: record.sampleRateHz)
    }
    let performance = try performance(kit: kit, profile: profile, isListening: score == nil)
    try play(performance, periodFrames, score: score, profile, laterKit, write) { hit throws in
      if score == nil { try tell(hit) }
    }
    guard edits == nil, let played else { return }
    let heardFrames = try parts.microphone().frameCount
    for hit in played.hits where hit.frame < heardFrames { try tell(hit) }
  }

  /// Names of the sounds that were told apart, or that other ears tell apart.
  public func sounds(_ profile: Profile?) -> [String] {
    profile.map { SoundTable([$0]).names } ?? profiles.table.names
  }

  /// What was struck of a part of a kit.
  public func choices(of part: PerformanceChange.KitPart) -> [PadChoice] {
    // Parts whose gain is not told were loaded by roles alone.
    part.choices
      ?? profiles.first.sounds.map { part.gainDecibels == nil ? PadChoice($0.role) : $0.choice }
  }

  /// What the player should know of the ears and the microphones that they hear; nil for nothing.
  ///
  /// - Parameter profile: See ``run(kit:profile:playing:periodFrames:laterKit:write:tell:)``.
  public func microphonesNote(_ profile: Profile?) -> Advice? {
    (profile ?? profiles.first).warning(heardByTwo: hearsTwo)
  }

  /// A profile as it is heard by, where it is.
  private func heard(_ profile: Profile, _ isListening: Bool) -> Profile {
    isListening ? profile.heard(byTwo: hearsTwo) : profile
  }

  /// What was struck, to be struck again; nil where it is heard.
  private var playedScore: ReplayScore? {
    played.map { ReplayScore(played: $0.strokes, struck: [], returns: $0.returns) }
  }

  /// The session's instrument. One that does not listen need not know what its drums return.
  private func performance(
    kit: Kit, profile: Profile?, isListening: Bool, performanceLog: PerformanceLog? = nil
  ) throws -> Performance {
    var settings = record.settings
    if !isListening { settings.feedback = nil }
    return Performance(
      kit: kit, profile: heard(profile ?? profiles.first, isListening), settings: settings,
      backing: try backing(), performanceLog: performanceLog, notes: NoteExchange(),
      laterProfiles: profile == nil ? profiles.later.map { heard($0, isListening) } : [])
  }

  /// How long it was played, as far as its files tell.
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
  private static func callFrames(_ runs: [LoopCallRun]) -> Double {
    runs.reduce(0) {
      $0 + Double($1.count) * Double(max($1.inputFrames ?? 0, $1.outputFrames ?? 0))
    }
  }

  /// As much is played as is heard, but for what a device was away.
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

  private static func beginning(_ runs: [LoopCallRun]) -> (input: Int, output: Int) {
    runs.lazy.filter { $0.isBefore == true }.reduce((0, 0)) { frames, run in
      (
        frames.0 + run.count * (run.inputFrames ?? 0),
        frames.1 + run.count * (run.outputFrames ?? 0)
      )
    }
  }

  /// It began while it was played: what is heard again is not what was heard before.
  public var beganLater: Bool { beginning.input + beginning.output > 0 }

  /// What was played along, from its beginning; nil where there is nothing that can be.
  private func backing() throws(SoundFileError) -> BackingTrack? {
    guard backingFault == nil else { return nil }
    return try record.backing?.track(sampleRateHz: record.sampleRateHz)
  }

  /// How it is played without edits.
  private func replayed(
    kit: Kit, profile: Profile?, _ periodFrames: Int,
    _ laterKit: (PerformanceChange.KitPart) throws -> Kit?
  ) throws -> ReplayResult {
    let performanceLog = PerformanceLog(sampleRateHz: record.sampleRateHz)
    let performance = try performance(
      kit: kit, profile: profile, isListening: played == nil, performanceLog: performanceLog)
    var replayed = ReplayResult()
    func collect() {
      replayed.strokes += performanceLog.newStrokes()
      replayed.returns.values += performanceLog.newReturns()
    }
    try play(
      performance, periodFrames, score: playedScore, profile, laterKit, { _ in },
      { replayed.hits.append($0) }, afterPiece: collect)
    guard let played else { return replayed }
    return ReplayResult(hits: played.hits, strokes: replayed.strokes, returns: played.returns)
  }

  private func play(
    _ performance: Performance, _ periodFrames: Int, score: ReplayScore? = nil,
    _ profile: Profile?, _ laterKit: (PerformanceChange.KitPart) throws -> Kit?,
    _ write: (UnsafeBufferPointer<Float>) throws -> Void, _ tell: (HitLine) throws -> Void,
    afterPiece: () -> Void = {}
  ) throws {
    precondition(
      performance.sampleRateHz == record.sampleRateHz, "the kit has the rate of the session")
    if let path { performance.expectReturn(along: path) }
    var microphone = try parts.microphone()
    // Without a backing that was only heard, it was recorded as it was before the live limiter, and limited anew.
    var limiter =
      record.backing?.isRecorded ?? true
      ? nil : RecordingLimiter(channelCount: 2, sampleRateHz: record.sampleRateHz)
    func limited(_ block: UnsafeBufferPointer<Float>) throws {
      var samples = Array(block)
      var span = samples.mutableSpan
      let skipped = limiter?.process(&span) ?? 0
      try samples[(2 * skipped)...].withUnsafeBufferPointer(write)
    }
    let replay = Replay(
      performance, periodFrames: periodFrames, score: score, channelCount: hearsTwo ? 2 : 1,
      isUnlimited: limiter != nil)
    var failure: SoundFileError?
    // Of what was heard before it began nothing is kept, and what was played then is not written.
    var silentFrames = beginning.input
    var unwrittenFrames = beginning.output
    let isListening = score == nil
    var laterProfiles = profile == nil ? profiles.later.map { heard($0, isListening) }[...] : []
    try replay.run(
      runs, heardFrames: beginning.input + microphone.frameCount, changes: changes,
      kit: { try laterKit($0) },
      profile: { _ in laterProfiles.popFirst() },
      track: { backing in
        guard backingFault == nil else { return nil }
        do throws(SoundFileError) {
          return try backing.track(sampleRateHz: record.sampleRateHz)
        } catch {
          failure = error
          return nil
        }
      },
      read: { block throws in
        if let failure { throw failure }
        afterPiece()
        let silent = min(silentFrames, block.count / microphone.channelCount)
        silentFrames -= silent
        let heard = UnsafeMutableBufferPointer(
          rebasing: block[(microphone.channelCount * silent)...])
        block[..<(microphone.channelCount * silent)].update(repeating: 0)
        let count = heard.isEmpty ? 0 : try microphone.read(into: heard)
        heard[(microphone.channelCount * count)...].update(repeating: 0)
      },
      write: { block throws in
        afterPiece()
        let skipped = min(unwrittenFrames, block.count / 2)
        unwrittenFrames -= skipped
        let block = UnsafeBufferPointer(rebasing: block[(2 * skipped)...])
        guard !block.isEmpty else { return }
        if limiter == nil { try write(block) } else { try limited(block) }
      },
      tell: { hit throws in
        guard hit.frame >= beginning.input else { return }
        try tell(
          hit.counted(
            fromInputFrame: beginning.input, outputFrame: beginning.output,
            sampleRateHz: record.sampleRateHz))
      })
    afterPiece()
    if let lateFrames = limiter?.lateFrames {
      try [Float](repeating: 0, count: 2 * lateFrames).withUnsafeBufferPointer(limited)
    }
  }
}
