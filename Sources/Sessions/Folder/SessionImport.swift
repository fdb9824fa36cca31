// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import SoundFiles
import DSP
import FoundationEssentials
import Instrument
import Profiles
import Realtime

/// Makes a session of a take that is rendered: the same files as one that was played, at no clock's
/// pace.
public final class SessionImport {
  /// The session's folder.
  public let folder: SessionFolder
  private var record: SessionRecord
  private var music: SessionMusic
  private var microphone: SoundFileWriter
  private var mix: SoundFileWriter
  private let hits: LineFile
  private let strokeFile: LineFile
  private let strokes: StrokeLines
  private let performanceLog: PerformanceLog
  private let lock: SessionLock?
  private var hitCount = 0
  private var peak: Float = 0
  private var delayFrames: [Int] = []

  /// Begins a session in `folder`, which exists and is empty; `performanceLog` is the
  /// performance's.
  ///
  /// - Parameter hearsTwo: It is heard by two microphones.
  public init(
    _ record: SessionRecord, profile: Profile, hearsTwo: Bool, in folder: SessionFolder,
    performanceLog: PerformanceLog
  ) throws {
    self.record = record
    self.folder = folder
    let sounds = SoundTable([profile])
    music = SessionMusic(sounds.rolesByName, sampleRateHz: record.sampleRateHz)
    lock = SessionLock(folder)
    try record.write(folder)
    if !record.isGeneralProfile {
      try ProfileFile.write(profile, path: folder.profilePath, isOverwriting: false)
    }
    hits = try LineFile(path: folder.hitsPath)
    strokeFile = try LineFile(path: folder.strokesPath)
    strokes = StrokeLines(sounds: sounds.names, settings: record.settings)
    self.performanceLog = performanceLog
    microphone = try SoundFileWriter(
      path: folder.microphonePath, sampleRateHz: record.sampleRateHz,
      channelCount: hearsTwo ? 2 : 1, isOverwriting: false)
    mix = try SoundFileWriter(
      path: folder.mixPath, sampleRateHz: record.sampleRateHz, channelCount: 2,
      isOverwriting: false)
  }

  /// Writes the next block of input and output.
  public func write(_ block: Rendering.Block) throws {
    if let second = block.second {
      let both = zip(block.heard, second).flatMap { [$0, $1] }
      try both.withUnsafeBufferPointer { try microphone.write($0) }
    } else {
      try microphone.write(block.heard)
    }
    try mix.write(block.played)
    for sample in block.played { peak = max(peak, abs(sample)) }
    try strokeFile.write(
      strokes.lines(performanceLog.newStrokes(), returns: performanceLog.newReturns()))
  }

  /// Keeps a hit.
  public func append(_ hit: HitLine) throws(SessionError) {
    music.add(hit)
    hitCount += 1
    if let startFrame = hit.startFrame { delayFrames.append(startFrame - hit.frame) }
    try hits.write([hit.jsonLine])
    try strokeFile.write([StrokeLines.reported(hit)])
  }

  /// Ends the session, which was heard and played in blocks of `periodFrames`; of its hits
  /// `lateHits` came late.
  public func finish(lateHits: Int, periodFrames: Int) throws {
    try mix.commit()
    let frameCount = mix.frameCount
    try microphone.commit()
    let runs = [(periodFrames, frameCount / periodFrames), (frameCount % periodFrames, 1)]
      .filter { $0.0 > 0 && $0.1 > 0 }.map { frames, count in
        LoopCallRun(
          LoopCall(inputFrames: frames, outputFrames: frames, timeline: Timeline()), count: count)
      }
    try LineFile(path: folder.callsPath).write(runs.map(\.jsonLine))
    record.outcome = outcome(frameCount: frameCount, lateHits: lateHits)
    try music.midiFile.write(to: folder.midiPath)
    try record.write(folder)
  }

  private func outcome(frameCount: Int, lateHits: Int) -> SessionRecord.Outcome {
    let rateHz = Double(record.sampleRateHz)
    let delay = delayFrames.sorted().dropFirst(delayFrames.count / 2).first
    var outcome = SessionRecord.Outcome(
      seconds: Double(frameCount) / rateHz, hits: hitCount, lateHits: lateHits, pops: 0,
      peakDecibels: peak > 0 ? Units.decibels(amplitude: peak) : nil,
      latencyMilliseconds: delay.map { 1000 * Double($0) / rateHz }, lostFrames: 0, failure: nil,
      notReplayable: nil)
    outcome.beatsPerMinute = music.beatsPerMinute
    return outcome
  }

  /// Removes the unfinished session.
  public func discard() { folder.remove() }
}
