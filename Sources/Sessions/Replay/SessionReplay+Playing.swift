// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Instrument
import Profiles
import Recording
import SoundFiles

/// A session's files, played by an instrument.
extension SessionReplay {
  /// Plays it again, without any ringing after its end, as in the original. The same kit, profile
  /// and hits give the same bits.
  ///
  /// - Parameters:
  ///   - kit: The drums, of the session's sample rate.
  ///   - profile: The profile for hearing anew; nil for the original one. Its sounds are those of
  ///     `edits`.
  ///   - edits: The hits, in place of those that were played or are heard; nil for these.
  ///   - periodFrames: The size of the pieces; the result does not depend on it.
  ///   - laterKit: Loads a kit that took over while it was played; nil if the one before plays on.
  ///   - write: Receives what is played, interleaved stereo.
  ///   - report: Receives each hit that was played, or each newly heard hit when it is settled.
  public func run(
    kit: Kit, profile: Profile?, playing edits: EditedHits?, periodFrames: Int,
    laterKit: @escaping (KitPart) throws -> Kit?,
    write: (UnsafeBufferPointer<Float>) throws -> Void, report: (HitLine) throws -> Void
  ) throws {
    var score = playedScore
    if let edits {
      let replayed = try replayed(kit: kit, profile: profile, periodFrames, laterKit)
      score = edits.score(
        over: replayed, fromOutputFrame: beginning.output, sampleRateHz: record.sampleRateHz)
    }
    let performance = try performance(kit: kit, profile: profile, isListening: score == nil)
    try play(performance, periodFrames, score: score, profile, laterKit, write) { hit throws in
      if score == nil { try report(hit) }
    }
    guard edits == nil, let played else { return }
    let heardFrames = try parts.microphone().frameCount
    for hit in played.hits where hit.frame < heardFrames { try report(hit) }
  }

  /// A profile adapted to hearing, if it listens.
  private func heard(_ profile: Profile, _ isListening: Bool) -> Profile {
    isListening ? profile.heard(byTwo: hearsTwo) : profile
  }

  /// The strokes to play again; nil if the replay listens.
  private var playedScore: ReplayScore? {
    played.map { ReplayScore(played: $0.strokes, struck: [], returns: $0.returns) }
  }

  /// The session's instrument. One that does not listen needs no echo path.
  private func performance(
    kit: Kit, profile: Profile?, isListening: Bool, performanceLog: PerformanceLog? = nil
  ) throws -> Performance {
    var settings = record.settings
    if !isListening { settings.feedback = nil }
    try settings.readEffects(sampleRateHz: record.sampleRateHz, .waited)
    return Performance(
      kit: kit, profile: heard(profile ?? profiles.first, isListening), settings: settings,
      backing: try backing(), performanceLog: performanceLog, notes: NoteExchange(),
      objects: objectSounds.exchange(sampleRateHz: record.sampleRateHz),
      playerObjects: objectSounds.playerExchange(sampleRateHz: record.sampleRateHz),
      laterProfiles: profile == nil ? profiles.later.map { heard($0, isListening) } : [])
  }

  /// The backing, from its beginning; nil if none can be played.
  private func backing() throws(SoundFileError) -> BackingTrack? {
    guard backingFault == nil else { return nil }
    return try record.backing?.track(sampleRateHz: record.sampleRateHz)
  }

  /// How it is played without edits.
  private func replayed(
    kit: Kit, profile: Profile?, _ periodFrames: Int,
    _ laterKit: @escaping (KitPart) throws -> Kit?
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
    _ profile: Profile?, _ laterKit: @escaping (KitPart) throws -> Kit?,
    _ write: (UnsafeBufferPointer<Float>) throws -> Void, _ report: (HitLine) throws -> Void,
    afterPiece: () -> Void = {}
  ) throws {
    precondition(
      performance.sampleRateHz == record.sampleRateHz, "the kit has the rate of the session")
    var microphone = try parts.microphone()
    // Without a backing that was only heard, the recording is the live limiter's input, limited
    // again.
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
    var failure: (any Error)?
    // The input before its beginning is not kept, and the output of that time is not written.
    var silentFrames = beginning.input
    var unwrittenFrames = beginning.output
    let isListening = score == nil
    var laterProfiles = profile == nil ? profiles.later.map { heard($0, isListening) }[...] : []
    func loaded<Resource>(_ load: () throws -> Resource?) -> Resource? {
      do { return try load() } catch {
        failure = error
        return nil
      }
    }
    let resources = EffectResources(
      kit: { part in loaded { try laterKit(part) } },
      profile: { _ in laterProfiles.popFirst().map(performance.makeReady) },
      track: { backing in
        guard backingFault == nil else { return nil }
        return loaded { try backing.track(sampleRateHz: record.sampleRateHz) }
      },
      sound: { change in loaded { try objectSounds.sound(of: change) } },
      material: { setting in
        loaded { try setting.read(sampleRateHz: record.sampleRateHz, .waited).material }
      })
    try replay.run(
      runs, heardFrames: beginning.input + microphone.frameCount, journal: journal, resources,
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
        if let failure { throw failure }
        afterPiece()
        let skipped = min(unwrittenFrames, block.count / 2)
        unwrittenFrames -= skipped
        let block = UnsafeBufferPointer(rebasing: block[(2 * skipped)...])
        guard !block.isEmpty else { return }
        if limiter == nil { try write(block) } else { try limited(block) }
      },
      report: { hit throws in
        guard hit.frame >= beginning.input else { return }
        try report(
          hit.counted(
            fromInputFrame: beginning.input, outputFrame: beginning.output,
            sampleRateHz: record.sampleRateHz))
      })
    try performance.checkPlugins()
    afterPiece()
    if let lateFrames = limiter?.lateFrames {
      try [Float](repeating: 0, count: 2 * lateFrames).withUnsafeBufferPointer(limited)
    }
  }
}
