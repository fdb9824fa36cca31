// SPDX-License-Identifier: GPL-3.0-or-later

/// Strikes before, during and after a disturbance, as a detector heard them.
struct DisturbanceTrial {
  /// A stretch of the trial.
  struct Part {
    var strikes = 0
    var heard = 0
    var falsePerMinute = 0.0

    /// Share of the strikes; nil if there is none.
    var heardShare: Double? { strikes == 0 ? nil : Double(heard) / Double(strikes) }
  }

  /// Quiet before it and after it, in seconds.
  static let quietSeconds = 20.0
  /// Peaks of the strikes, in dBFS.
  private static let peakDecibels = -14.0 ... -4.0
  private static let apartSeconds = 0.4...1.0
  private static let firstStrikeSeconds = 2.0

  let disturbance: Disturbance
  let before: Part
  let during: Part
  let after: Part
  /// From the end of the disturbance to the last strike that is lost before two in a row are heard;
  /// 0 if none is lost; nil if two never are.
  let recoverySeconds: Double?

  /// The signal: seeded, so that it is the same for every detector.
  ///
  /// - Parameter lasting: How long the disturbance lasts, in seconds; nil for as long as it does.
  static func stage(
    _ disturbance: Disturbance, strikes: StrikeSet, seed: UInt64, lasting: Double? = nil
  ) -> TestSignal {
    let length = lasting ?? disturbance.seconds
    let end = quietSeconds + length
    var stage = TestSignal(seconds: end + quietSeconds, sampleRateHz: strikes.sampleRateHz)
    var maker = NoiseMaker(seed: seed)
    if disturbance.roomDecibels.isFinite {
      stage.addNoise(decibels: disturbance.roomDecibels, &maker)
    }
    stage.add(
      disturbance.sound(sampleRateHz: strikes.sampleRateHz, seed: seed &+ 1),
      atSeconds: quietSeconds)
    var seconds = firstStrikeSeconds
    var number = 0
    while seconds < stage.seconds - 1 {
      if !disturbance.isWithoutStrikes || !(quietSeconds..<end).contains(seconds) {
        stage.strike(
          strikes.clips[number % strikes.clips.count],
          peakDecibels: maker.number(in: peakDecibels), atSeconds: seconds)
        number += 1
      }
      seconds += maker.number(in: apartSeconds)
    }
    stage.turn { disturbance.gain(afterSeconds: $0 - quietSeconds) }
    return stage
  }

  /// A detector's hits for the stage of a disturbance.
  init(_ disturbance: Disturbance, _ stage: TestSignal, heard: [HeardHit]) {
    let score = TestSignalScore(stage, heard: heard)
    let end = stage.seconds - Self.quietSeconds
    func part(_ range: Range<Double>) -> Part {
      let own = stage.strikes.indices.filter { range.contains(stage.strikes[$0].seconds) }
      let wrong = score.falseSeconds.count { range.contains($0) }
      return Part(
        strikes: own.count, heard: own.count { score.isHeard[$0] },
        falsePerMinute: 60 * Double(wrong) / (range.upperBound - range.lowerBound))
    }
    self.disturbance = disturbance
    before = part(0..<Self.quietSeconds)
    during = part(Self.quietSeconds..<end)
    after = part(end..<stage.seconds)
    let later = stage.strikes.indices.filter { stage.strikes[$0].seconds >= end }
    recoverySeconds = Self.recovery(
      later.map { (stage.strikes[$0].seconds - end, score.isHeard[$0]) })
  }

  /// When hearing is back, from strikes in order of time: see ``recoverySeconds``.
  static func recovery(_ strikes: [(seconds: Double, isHeard: Bool)]) -> Double? {
    let first = strikes.indices.dropLast().first {
      strikes[$0].isHeard && strikes[$0 + 1].isHeard
    }
    return first.map { $0 == 0 ? 0 : strikes[$0 - 1].seconds }
  }
}
