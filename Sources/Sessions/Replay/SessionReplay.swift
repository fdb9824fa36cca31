// SPDX-License-Identifier: GPL-3.0-or-later
import AudioIO
import FoundationEssentials
import Instrument
import Profiles

/// A session on disk, to be played again.
public struct SessionReplay {
  /// What it was played with.
  public let record: SessionRecord
  /// The profile as it was.
  public let profile: Profile
  /// Where it lies.
  public let parts: SessionParts
  private let runs: [LoopCallRun]
  private let changes: [PerformanceChange]
  private let path: ReturnPath?
  /// Why what was played along cannot be heard again; nil where it can, or there was nothing.
  public let backingFault: String?

  /// The session of `folder`, wherever it has been moved to.
  public init(_ folder: SessionFolder) throws {
    record = try SessionRecord.read(folder)
    let parts = SessionParts(folder, record)
    self.parts = parts
    if let beginning = parts.missingBeginning {
      throw SessionError(
        .missing, "replay '\(folder.path)'",
        reason: "it is only the end of a session that began in '\(beginning)', which is not there",
        advice: "put that back, or play its end anew: 'flam render' takes its microphone.wav")
    }
    var profile =
      record.isGeneralProfile ? .general : try ProfileFile.read(path: folder.profilePath)
    profile.velocityShape = record.velocityCurve
    self.profile = profile
    let calls = parts.paths(\.callsPath)
    runs = try (calls.isEmpty ? [folder.callsPath] : calls)
      .flatMap { try Self.lines(LoopCallRun.self, of: $0) }
    changes = try parts.paths(\.changesPath)
      .flatMap { try Self.lines(PerformanceChange.self, of: $0) }
    let microphone = try parts.microphone()
    guard Take.sampleRatesHz.contains(record.sampleRateHz), microphone.channelCount == 1,
      microphone.sampleRateHz == record.sampleRateHz, runs.allSatisfy(\.isPossible),
      Self.seconds(runs, record) <= SessionRecord.Outcome.mostSeconds,
      InstrumentSettings.voiceCounts.contains(record.settings.voiceCount),
      record.backing?.isPossible ?? true
    else {
      throw SessionError(
        .broken, "replay '\(folder.path)'", reason: "its files do not fit each other",
        advice: "put back those that were written together")
    }
    backingFault = record.backing?.fault
    path =
      folder.holds(folder.returnPath)
      ? try Self.lines(ReturnPath.self, of: folder.returnPath).first : nil
  }

  /// Plays it again; what rings on after its end is not played, as it was not. The same kit, profile and hits as then give
  /// the same bits as then.
  ///
  /// - Parameters:
  ///   - kit: The drums, of the session's sample rate.
  ///   - profile: The ears; its sounds are those of `edits`.
  ///   - edits: The hits, in place of those that are heard; nil for these.
  ///   - periodFrames: The size of the pieces; the result does not depend on it.
  ///   - laterKit: Loads a kit that took over while it was played; nil for the one before to play on.
  ///   - write: Receives what is played, interleaved stereo.
  ///   - tell: Receives each hit that is heard when it is settled.
  public func run(
    kit: Kit, profile: Profile, playing edits: EditedHits?, periodFrames: Int,
    laterKit: (PerformanceChange.KitPart) throws -> Kit?,
    write: (UnsafeBufferPointer<Float>) throws -> Void, tell: (HitLine) throws -> Void
  ) throws {
    guard let edits else {
      let performance = Performance(
        kit: kit, profile: profile, settings: record.settings, backing: try backing())
      return try play(performance, periodFrames, laterKit, write, tell)
    }
    let rehearsal = try rehearsal(kit: kit, profile: profile, periodFrames, laterKit)
    // Nothing is listened to: what the drums return makes no difference.
    var settings = record.settings
    settings.feedback = nil
    let performance = Performance(
      kit: kit, profile: profile, settings: settings, backing: try backing())
    let score = edits.score(over: rehearsal, sampleRateHz: record.sampleRateHz)
    try play(performance, periodFrames, score: score, laterKit, write) { _ in }
  }

  /// How long it was played, as far as its files tell.
  public var seconds: Double {
    max(record.outcome?.seconds ?? 0, Self.seconds(runs, record))
  }

  private static func seconds(_ runs: [LoopCallRun], _ record: SessionRecord) -> Double {
    let frames = runs.reduce(0.0) { $0 + Double($1.count) * Double($1.outputFrames ?? 0) }
    return frames / Double(record.sampleRateHz)
  }

  /// What was played along, from its beginning; nil where there is nothing that can be.
  private func backing() throws(SoundFileError) -> BackingTrack? {
    guard backingFault == nil else { return nil }
    return try record.backing?.track(sampleRateHz: record.sampleRateHz)
  }

  /// How it is played without edits.
  private func rehearsal(
    kit: Kit, profile: Profile, _ periodFrames: Int,
    _ laterKit: (PerformanceChange.KitPart) throws -> Kit?
  ) throws -> Rehearsal {
    let transcript = Transcript()
    let performance = Performance(
      kit: kit, profile: profile, settings: record.settings, backing: try backing(),
      transcript: transcript)
    var rehearsal = Rehearsal()
    func collect() {
      rehearsal.strokes += transcript.newStrokes()
      rehearsal.returns += transcript.newReturns()
    }
    try play(
      performance, periodFrames, laterKit, { _ in }, { rehearsal.hits.append($0) },
      afterPiece: collect)
    return rehearsal
  }

  private func play(
    _ performance: Performance, _ periodFrames: Int, score: StrokeScore? = nil,
    _ laterKit: (PerformanceChange.KitPart) throws -> Kit?,
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
      performance, periodFrames: periodFrames, score: score, isUnlimited: limiter != nil)
    try replay.run(
      runs, heardFrames: microphone.frameCount, changes: changes, kit: { try laterKit($0) },
      read: { block throws in
        afterPiece()
        let count = try microphone.read(into: block)
        for frame in count..<block.count { block[frame] = 0 }
      },
      write: { block throws in
        afterPiece()
        if limiter == nil { try write(block) } else { try limited(block) }
      }, tell: { try tell($0) })
    afterPiece()
    if let lateFrames = limiter?.lateFrames {
      try [Float](repeating: 0, count: 2 * lateFrames).withUnsafeBufferPointer(limited)
    }
  }

  /// The objects of a file, one a line; a last line that was cut off is left out.
  private static func lines<Line: Decodable>(
    _ type: Line.Type, of path: String
  ) throws(SessionError) -> [Line] {
    do {
      let decoder = JSONDecoder()
      decoder.nonConformingFloatDecodingStrategy = .convertFromString(
        positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
      let text = try Data(contentsOf: URL(filePath: path))
      var lines = text.split(separator: UInt8(ascii: "\n"))
      if text.last != UInt8(ascii: "\n") { lines = lines.dropLast() }
      return try lines.map { try decoder.decode(type, from: $0) }
    } catch {
      throw SessionError(
        .broken, "read '\(path)'", reason: ProfileFile.reason(error),
        advice: "the session's sound is whole all the same: play microphone.wav with 'flam render'")
    }
  }
}
