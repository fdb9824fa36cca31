// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Profiles
import AudioIO
import DSP
import Instrument
import Kits
import Sessions

/// The session that is kept of a rendering, where one is wanted.
final class RenderedSession {
  private let kept: SessionImport
  private let sampleRateHz: Int
  private let periodFrames: Int
  private var frameCount = 0
  private var hitCount = 0
  private var peak: Float = 0
  private var delayFrames: [Int] = []

  /// Begins a session where `options` ask for one.
  init?(
    _ options: SessionOptions, of take: Take, through performance: Performance,
    _ instrument: InstrumentOptions, periodFrames: Int
  ) throws {
    guard options.isKept, let transcript = performance.transcript else { return nil }
    let profile = try instrument.loadProfile()
    let record = try options.record(
      kit: performance.kit, kitPath: try KitLocator().kit(instrument.kit),
      adjustments: instrument.kitOptions.adjustments, profile: profile,
      settings: performance.settings,
      devices: SessionRecord.Devices(
        input: SessionOptions.absolute(take.path), output: nil, periodFrames: periodFrames,
        periodCount: 1))
    kept = try SessionImport(
      record, profile: profile, take: take.samples, in: options.folder(record),
      transcript: transcript)
    sampleRateHz = take.sampleRateHz
    self.periodFrames = periodFrames
  }

  func write(_ block: UnsafeBufferPointer<Float>) throws {
    try kept.write(block)
    frameCount += block.count / 2
    for sample in block { peak = max(peak, abs(sample)) }
  }

  func note(_ hit: HitLine) throws {
    try kept.note(hit)
    hitCount += 1
    if let startFrame = hit.startFrame { delayFrames.append(startFrame - hit.frame) }
  }

  /// Takes it away.
  func discard() { kept.discard() }

  /// Closes the session and says where it is.
  func finish(_ snapshot: Snapshot) throws {
    let delay = delayFrames.sorted().dropFirst(delayFrames.count / 2).first
    try kept.finish(
      SessionRecord.Outcome(
        seconds: Double(frameCount) / Double(sampleRateHz), hits: hitCount,
        lateHits: snapshot.lateHits, pops: 0,
        peakDecibels: peak > 0 ? Units.decibels(amplitude: peak) : nil,
        latencyMilliseconds: delay.map { 1000 * Double($0) / Double(sampleRateHz) },
        lostFrames: 0, failure: nil, notReplayable: nil), periodFrames: periodFrames)
    Terminal.tell("session kept in '\(kept.folder.path)': 'flam replay' plays it again")
  }
}
