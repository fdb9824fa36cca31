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
  private let folder: SessionFolder
  private let runs: [LoopCallRun]
  private let changes: [PerformanceChange]
  private let path: ReturnPath?

  /// The session of `folder`, wherever it has been moved to.
  public init(_ folder: SessionFolder) throws {
    self.folder = folder
    record = try SessionRecord.read(folder)
    var profile =
      record.isGeneralProfile ? .general : try ProfileFile.read(path: folder.profilePath)
    profile.velocityShape = record.velocityCurve
    self.profile = profile
    runs = try Self.lines(LoopCallRun.self, of: folder.callsPath)
    let hasChanges = FileManager.default.fileExists(atPath: folder.changesPath)
    changes = hasChanges ? try Self.lines(PerformanceChange.self, of: folder.changesPath) : []
    let microphone = try SoundFileReader(path: folder.microphonePath)
    guard Take.sampleRatesHz.contains(record.sampleRateHz), microphone.channelCount == 1,
      microphone.sampleRateHz == record.sampleRateHz, runs.allSatisfy(\.isPossible),
      InstrumentSettings.voiceCounts.contains(record.settings.voiceCount)
    else {
      throw SessionError(
        .broken, "replay '\(folder.path)'", reason: "its files do not fit each other",
        advice: "put back those that were written together")
    }
    let isReturning = FileManager.default.fileExists(atPath: folder.returnPath)
    path = isReturning ? try Self.lines(ReturnPath.self, of: folder.returnPath).first : nil
  }

  /// Plays it again through `performance`, which has the session's sample rate; what rings on after its end is not
  /// played, as it was not.
  ///
  /// - Parameters:
  ///   - periodFrames: The size of the pieces; the result does not depend on it.
  ///   - kit: Loads a kit that took over while it was played; nil for the one before to play on.
  ///   - write: Receives what is played, interleaved stereo.
  ///   - tell: Receives each hit when it is settled.
  public func run(
    _ performance: Performance, periodFrames: Int,
    kit: (PerformanceChange.KitPart) throws -> Kit?,
    write: (UnsafeBufferPointer<Float>) throws -> Void, tell: (HitLine) throws -> Void
  ) throws {
    precondition(
      performance.sampleRateHz == record.sampleRateHz, "the kit has the rate of the session")
    if let path { performance.expectReturn(along: path) }
    var microphone = try SoundFileReader(path: folder.microphonePath)
    try Replay(performance, periodFrames: periodFrames).run(
      runs, heardFrames: microphone.frameCount, changes: changes, kit: { try kit($0) },
      read: { block throws in
        var span = block.mutableSpan
        let count = try microphone.read(into: &span)
        for frame in count..<block.count { block[frame] = 0 }
      }, write: { try write($0) }, tell: { try tell($0) })
  }

  /// Plays `edits` in place of what was heard, for as long as the session was: no microphone, and no ears.
  public func run(
    _ performance: Performance, playing edits: EditedHits, periodFrames: Int,
    write: (UnsafeBufferPointer<Float>) throws -> Void
  ) throws {
    precondition(
      performance.sampleRateHz == record.sampleRateHz, "the kit has the rate of the session")
    let frameCount = runs.reduce(0) { $0 + $1.count * ($1.outputFrames ?? 0) }
    try edits.play(
      performance, frameCount: frameCount, periodFrames: periodFrames, write: write)
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
