// SPDX-License-Identifier: GPL-3.0-or-later
import SoundFiles
import DSP
import Engine
import Instrument
import Profiles

/// When drums start after the attacks of strikes in the quiet, through the instrument that plays
/// live.
struct SteadyTrial {
  private static let seconds = 60.0
  private static let firstSeconds = 1.0
  private static let apartSeconds = 0.6...0.8
  private static let seed: UInt64 = 5
  private static let periodFrames = 64
  /// A drum that was taken back sooner than this was not heard, in seconds.
  private static let unheardSeconds: Float = 0.001
  /// A hit so near to a strike answers it, in seconds.
  private static let nearSeconds = 0.050

  let name: String
  let strikes: Int
  /// From the attack to the drum's first sample less the declared delay, in milliseconds, of each
  /// strike that was answered.
  let strayMilliseconds: [Double]
  /// Drums that sounded for a millisecond or longer and were then taken back: for the hand on its way
  /// to a strike, mostly. Zero for a detector.
  let takenBack: Int

  /// Plays the strikes as they were recorded, a minute of them, to the general profile.
  init(_ set: StrikeSet, settings: InstrumentSettings = InstrumentSettings()) {
    let stage = Self.stage(set)
    let performance = Performance(
      kit: ClickKit.make(sampleRateHz: set.sampleRateHz), profile: .general, settings: settings)
    var hits: [HitLine] = []
    var takenBack = 0
    let unheardFrames = Units.frames(
      seconds: Self.unheardSeconds, sampleRateHz: Float(set.sampleRateHz))
    Rendering(performance, periodFrames: Self.periodFrames).run(
      HeldTake(stage.recorded), write: { _ in },
      watch: { takenBack += $0.isTakenBack(afterFrames: unheardFrames) ? 1 : 0 },
      report: { hits.append($0) })
    let rate = Double(set.sampleRateHz)
    let starts = hits.compactMap { hit in
      hit.startFrame.map { (onset: Double(hit.frame) / rate, start: Double($0) / rate) }
    }
    name = set.name
    strikes = stage.strikes.count
    strayMilliseconds = Self.strays(
      stage, starts, declaredSeconds: Self.declaredSeconds(settings, sampleRateHz: set.sampleRateHz)
    )
    self.takenBack = takenBack
  }

  /// What a detector finds that starts no drums: its onsets against the attacks.
  init(_ set: StrikeSet, by detector: any HitDetector) throws {
    let stage = Self.stage(set)
    let onsets = try stage.hits(by: [detector])[0].map(\.seconds)
    name = set.name
    strikes = stage.strikes.count
    strayMilliseconds = Self.strays(stage, onsets.map { ($0, $0) }, declaredSeconds: 0)
    takenBack = 0
  }

  /// The declared constant delay from an attack to its drum, in seconds: of hearing and of the
  /// limiter.
  static func declaredSeconds(_ settings: InstrumentSettings, sampleRateHz: Int) -> Double {
    let rate = Float(sampleRateHz)
    let hearing = Units.frames(
      seconds: settings.certainty.answerDelaySeconds, sampleRateHz: rate)
    return Double(hearing + SoftLimiter.latencyFrames) / Double(sampleRateHz)
  }

  /// Of each strike the stray of the drum that starts nearest to its nominal time.
  ///
  /// - Parameter starts: When hits began, and when their drums did, in seconds.
  static func strays(
    _ stage: TestSignal, _ starts: [(onset: Double, start: Double)], declaredSeconds: Double
  ) -> [Double] {
    stage.strikes.compactMap { strike in
      starts.filter { abs($0.onset - strike.seconds) < nearSeconds }
        .map { 1000 * ($0.start - strike.seconds - declaredSeconds) }
        .min { abs($0) < abs($1) }
    }
  }

  private static func stage(_ set: StrikeSet) -> TestSignal {
    var maker = NoiseMaker(seed: seed)
    var stage = TestSignal(seconds: seconds + 2, sampleRateHz: set.sampleRateHz)
    stage.addNoise(decibels: TestSignal.quietDecibels, &maker)
    var time = firstSeconds
    while time < seconds {
      let clip = set.clips[maker.index(below: set.clips.count)]
      stage.strike(clip, peakDecibels: [clip.samples.peak].levelDecibels, atSeconds: time)
      time += maker.number(in: apartSeconds)
    }
    return stage
  }
}

extension HitEvent {
  /// The drum of a hit ends that had sounded for so long, since it was no hit after all or is struck
  /// anew.
  func isTakenBack(afterFrames frames: Int) -> Bool {
    guard turn == .withdrawn, let startFrame = hit.startFrame else { return false }
    return frame + hit.outputOffsetFrames - startFrame >= frames
  }
}
