// SPDX-License-Identifier: GPL-3.0-or-later
import Latency
import AudioIO
import Instrument
import Profiles

/// Plays for a while at a device setting: the whole instrument, with all voices sounding, but
/// silently.
public struct StressTrial: Sendable {
  /// Progress for the interface.
  public struct Progress: Sendable {
    /// The devices' period.
    public let periodFrames: Int
    /// How long it has played.
    public let seconds: Double
    /// Pops so far.
    public let pops: Int
    /// Voices that sound.
    public let voices: Int
  }

  private let input: String
  private let output: String
  private let settings: StreamSettings
  private let profile: Profile
  private let kit: Kit
  private let busyKit: Kit
  private let samples: [Float]
  private let budgetMilliseconds: Double

  /// A trial on two devices.
  ///
  /// - Parameters:
  ///   - settings: The settings of the devices, except the period; they support its rate.
  ///   - take: Taps at that rate, heard over and over in place of the capture device.
  ///   - kit: The drums whose onset counts in the delay; others sound, to fill the voices.
  public init(
    input: String, output: String, settings: StreamSettings, take: [Float], profile: Profile,
    kit: Kit, budgetMilliseconds: Double
  ) {
    self.input = input
    self.output = output
    self.settings = settings
    samples = take
    busyKit = BusyKit.kit(roles: profile.sounds.map(\.role), sampleRateHz: settings.rateHz)
    self.profile = profile
    self.kit = kit
    self.budgetMilliseconds = budgetMilliseconds
  }

  /// Plays for `seconds` in periods of `periodFrames`, or the devices' own; nil if `goesOn` ended
  /// it.
  ///
  /// - Parameter goesOn: Asked some twenty times a second.
  public func run(
    periodFrames: Int, seconds: Double, goesOn: (Progress) -> Bool
  ) throws(DeviceError) -> StressStep? {
    var asked = settings
    asked.periodFrames = periodFrames
    let loop = try AudioLoop(
      input: .capture(device: input), output: .playback(device: output), settings: asked)
    let (performance, warmFrames) = warmPerformance(periodFrames: loop.periodFrames)
    let stage = SilentPerformance(
      performance, take: samples, periodFrames: loop.periodFrames, timeline: loop.timeline,
      playedFrames: warmFrames)
    var tally = Tally(meter: LoadMeter(loop))
    let hogs = Hogs()
    defer { hogs.stop() }
    try loop.start(stage.handler, keeping: stage, frameLimit: Int(seconds * Double(loop.rateHz)))
    while loop.isRunning {
      tally.take(from: loop, performance)
      let played = Double(loop.statistics().inputFrames) / Double(loop.rateHz)
      let progress = Progress(
        periodFrames: loop.periodFrames, seconds: played, pops: loop.statistics().pops,
        voices: performance.snapshot.soundingVoices)
      guard goesOn(progress) else {
        loop.stop()
        _ = loop.wait()
        return nil
      }
    }
    if case .lost(let failure) = loop.wait() { throw failure }
    tally.take(from: loop, performance)
    return step(loop, tally)
  }

  /// The instrument after enough strokes for all voices to sound, and how many frames that took.
  private func warmPerformance(
    periodFrames: Int
  ) -> (performance: Performance, frames: Int) {
    var settings = InstrumentSettings()
    settings.feedback = FeedbackSettings(periodFrames: periodFrames)
    let performance = Performance(kit: busyKit, profile: profile, settings: settings)
    let block = 256
    let output = UnsafeMutablePointer<Float>.allocate(capacity: 2 * block)
    defer { output.deallocate() }
    var frames = 0
    samples.withUnsafeBufferPointer { take in
      guard let start = take.baseAddress else { return }
      let wanted = BusyKit.ringSeconds * busyKit.sampleRateHz
      while frames < wanted && take.count >= block {
        // The take over and over, each time without its incomplete last block.
        let place = frames % (take.count / block * block)
        performance.audioSide.process(start + place, into: output, frameCount: block)
        frames += block
        _ = performance.newHits()
      }
    }
    return (performance, frames)
  }

  private func step(_ loop: AudioLoop, _ tally: Tally) -> StressStep {
    let statistics = loop.statistics()
    let engine = EngineLatency(
      kit: kit, buffers: BufferDelay(loop, periodCount: settings.periodCount))
    let report = engine.report(tally.hits, budgetMilliseconds: budgetMilliseconds)
    return StressStep(
      rateHz: loop.rateHz, periodFrames: loop.periodFrames, periods: settings.periodCount,
      seconds: Double(statistics.inputFrames) / Double(loop.rateHz), pops: statistics.pops,
      ownPops: tally.ownPops, voices: tally.voices, hits: tally.hitCount,
      blockTimes: tally.meter.blockTimes, wakeUpTimes: tally.meter.wakeUpTimes,
      delay: report.flatMap { $0.doubt == nil ? $0.measured(by: .stress) : nil })
  }

  /// The results so far.
  private struct Tally {
    /// Enough for the figures of the delay, so that a long soak takes no more memory than a short
    /// one.
    private static let mostHits = 1000

    var meter: LoadMeter
    var hits: [HitLine] = []
    var hitCount = 0
    var ownPops = 0
    var voices = 0

    init(meter: LoadMeter) { self.meter = meter }

    mutating func take(from loop: AudioLoop, _ performance: Performance) {
      meter.update(from: loop)
      ownPops += loop.newXruns().count(where: \.isOurs)
      voices = max(voices, performance.snapshot.soundingVoices)
      let new = performance.newHits()
      hitCount += new.count
      hits = (hits + new).suffix(Self.mostHits)
    }
  }
}
