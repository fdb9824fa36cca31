// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc

/// Measures the delay from a loudspeaker to a microphone in a room: that of the first sound to
/// arrive.
///
/// It plays a ``ToneComb`` again and again, with pauses in which the room falls silent. The
/// recording divided by the comb is the room's response to each sweep. The shifts of the responses
/// against their mean are the jitter; the beginning of the mean is the delay. The comb is a sweep
/// of constant speed: the division turns the harmonics of a small loudspeaker into noise, not into
/// sounds that seem to arrive early.
///
/// All sweeps are alike. So the first and the last must be found, or the delay may be wrong by
/// whole sweeps; and both halves of the sweeps must arrive at the same time.
public struct AirEstimator: Sendable {
  private static let trialCount = 10
  private static let pauseSeconds = 0.3
  private static let fadeSeconds = 0.005
  /// Longest delay, in seconds.
  public static let mostSeconds = 1.0
  /// The first arrival comes at most this long before the loudest, in seconds.
  private static let earlySeconds = 0.06
  /// How far a trial may be from the others, in seconds.
  private static let jitterSeconds = 0.015
  /// Frequencies that the comb hardly holds, in decibels re its mean power.
  private static let flooredDecibels: Float = -20
  /// Arrivals this much softer than the loudest must not drown in noise, in decibels; more is better up to the second.
  private static let rangeDecibels = (least: 12.0, enough: 20.0)
  /// Share of the trials that must be alike.
  private static let leastAlike = 0.7
  /// A sound that comes longer before the loudest than ``earlySeconds`` came by another path, if it
  /// has this share of the loudest.
  private static let otherWayShare: Float = 0.5
  /// The largest difference between the arrivals of both halves of the trials, in seconds.
  private static let halvesSeconds = 0.0005

  /// The sound to play on every channel, with a rest in which its end returns.
  public let stimulus: [Float]
  private let sweep: [Float]
  private let spacingFrames: Int
  private let sampleRateHz: Double

  /// An estimator at a sample rate.
  public init(sampleRateHz: Double) {
    self.sampleRateHz = sampleRateHz
    let period = ToneComb(sampleRateHz: sampleRateHz).period
    let fade = Self.fadeSeconds * sampleRateHz
    sweep = period.enumerated().map { frame, sample in
      sample * Float(min(1, Double(min(frame, period.count - 1 - frame)) / fade))
    }
    spacingFrames = sweep.count + Int(Self.pauseSeconds * sampleRateHz)
    var sound = [Float](repeating: 0, count: Self.trialCount * spacingFrames)
    for trial in 0..<Self.trialCount {
      sound.replaceSubrange(
        trial * spacingFrames..<trial * spacingFrames + sweep.count, with: sweep)
    }
    stimulus = sound + [Float](repeating: 0, count: Int(Self.mostSeconds * sampleRateHz))
  }

  /// The delays, from the recording of the stimulus, which begins at the same frame, and from a
  /// recording `before` it.
  public func roundTrips(heard: [Float], before: [Float]) throws(RoundFailure) -> RoundTrips {
    let levels = RoundLevels(
      before: before, heard: heard, soundFrames: Self.trialCount * spacingFrames)
    try levels.checkClipping()
    let coarse = CoarseLag(played: stimulus, heard: heard)
    let lag = coarse.frames
    let early = Int(Self.earlySeconds * sampleRateHz)
    let jitter = Int(Self.jitterSeconds * sampleRateHz)
    let transform = RealTransform(
      size: RealTransform.size(holding: 2 * (sweep.count + 2 * early)))
    let responses = responses(
      heard: heard, fromLag: lag - 2 * early, toLag: lag + 2 * jitter, by: transform)
    let mean = MeanResponse(responses, size: transform.size, nearFrames: jitter)
    func arrival(_ spectrum: Spectrum) -> FirstArrival {
      FirstArrival(
        spectrum, transform: transform, searchedFrames: 2 * early + jitter,
        noiseFrames: jitter..<early)
    }
    let first = arrival(mean.spectrum)
    let alike = Double(mean.shiftsFrames.count) / Double(Self.trialCount)
    let confidence = alike * max(0, min(1, first.rangeDecibels / Self.rangeDecibels.enough))
    guard first.rangeDecibels >= Self.rangeDecibels.least, alike >= Self.leastAlike else {
      throw levels.failure(confidence: confidence)
    }
    // A sound that arrives earlier than that, or before it was played, belongs to another sweep.
    guard first.frames >= Double(early), Double(lag - 2 * early) + first.frames >= 0 else {
      throw .twoWays(
        apartMilliseconds: 1000 * abs(Double(2 * early) - first.frames) / sampleRateHz)
    }
    // Each sweep also matches a spacing earlier, on the next sweep and its echoes.
    if let other = coarse.earlier(by: early..<spacingFrames - early, share: Self.otherWayShare) {
      throw .twoWays(apartMilliseconds: 1000 * Double(lag - other) / sampleRateHz)
    }
    guard mean.alike.first == 0, mean.alike.last == Self.trialCount - 1 else {
      throw .incomplete(heard: mean.alike.count, played: Self.trialCount)
    }
    let halves = [0, 1].map { half in
      arrival(mean.spectrum(of: responses, size: transform.size) { $0 % 2 == half }).frames
    }
    let apart = abs(halves[0] - halves[1]) / sampleRateHz
    guard apart <= Self.halvesSeconds else { throw .moving(milliseconds: 1000 * apart) }
    let delays = mean.shiftsFrames.map { Double(lag - 2 * early) + first.frames + $0 }
    guard RoundTrips.median(delays) <= Self.mostSeconds * sampleRateHz else {
      throw .tooLate(mostSeconds: Self.mostSeconds)
    }
    let trips = RoundTrips(
      delaysFrames: delays, confidence: confidence, spacingFrames: spacingFrames)
    // If there are two delays, their median is neither.
    if let step = trips.stepFrames { throw .moving(milliseconds: 1000 * abs(step) / sampleRateHz) }
    return trips
  }

  /// Spectra of the room's response to each sweep, between two delays.
  private func responses(
    heard: [Float], fromLag first: Int, toLag end: Int, by transform: borrowing RealTransform
  ) -> [Spectrum] {
    let played = transform.spectrum(of: sweep)
    let mean = played.indices.reduce(0) { $0 + played.power($1) } / Float(played.indices.count)
    let floor = mean * Units.power(decibels: Self.flooredDecibels)
    let weights = FirstArrival.weights(size: transform.size, sampleRateHz: sampleRateHz)
    var responses: [Spectrum] = []
    for trial in 0..<Self.trialCount {
      let start = trial * spacingFrames
      let frames = (start + first..<start + sweep.count + end)
        .map { heard.indices.contains($0) ? heard[$0] : 0 }
      responses.append(
        transform.spectrum(of: frames).divided(by: played, floor: floor).weighted(by: weights))
    }
    return responses
  }
}
