// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc

/// Measures the delay of a cable from the output to the input, to a small part of a frame.
///
/// It plays a ``ToneComb`` without pauses; each period is a trial. The recording as a whole gives
/// the delay to the frame; the phases of the tones give the fraction. All periods are alike. So
/// each must be found where it is expected, and none before or after (``ReturnedPeriods``);
/// otherwise the delay may be wrong by whole periods.
public struct LoopEstimator: Sendable {
  private static let trialCount = 10
  /// Longest delay, in seconds.
  public static let mostSeconds = 1.0
  /// Agreement of the phases below which a trial is not believed.
  private static let leastAgreement = 0.5
  /// How far a trial may be from the delay of the whole, in frames: two clocks drift that far.
  private static let mostApartFrames = 32
  /// The highest tone that counts for the delay of the whole, in hertz.
  private static let wholeHz = 2000.0
  /// Share of the trials that must be believed.
  private static let leastTrials = 0.8
  /// How far the trials may stray from a straight line in the median, in frames, and how steep the line may be, in
  /// millionths: clocks of their own drift less.
  private static let mostStrayFrames = 2.0
  private static let mostDrift = 500.0

  /// The properties of a cable.
  public struct Cable: Equatable, Sendable {
    /// Its delays.
    public let trips: RoundTrips
    /// The signal comes back inverted.
    public let isInverted: Bool
    /// The level that comes back over the level played on one channel, in decibels.
    public let gainDecibels: Double
  }

  /// The sound to play on every channel, with a rest in which its end returns.
  public let stimulus: [Float]
  private let comb: ToneComb

  /// An estimator at a sample rate.
  public init(sampleRateHz: Double) {
    comb = ToneComb(sampleRateHz: sampleRateHz)
    // The first period only fills the line: a steady signal can be measured in whole periods.
    let sound = (0...Self.trialCount).flatMap { [period = comb.period] _ in period }
    stimulus = sound + [Float](repeating: 0, count: Int(Self.mostSeconds * sampleRateHz))
  }

  /// The delays, from the recording of the stimulus, which begins at the same frame, and from a
  /// recording `before` it.
  public func cable(heard: [Float], before: [Float]) throws(RoundFailure) -> Cable {
    let levels = RoundLevels(
      before: before, heard: heard, soundFrames: (Self.trialCount + 1) * comb.period.count)
    try levels.checkClipping()
    let lag = CoarseLag(
      played: stimulus, heard: heard, highestFrequency: Self.wholeHz / comb.sampleRateHz
    ).frames
    let (fits, gains) = fits(heard: heard, lag: lag)
    let confidence = fits.isEmpty ? 0 : RoundTrips.median(fits.map(\.agreement))
    guard confidence >= Self.leastAgreement else { throw levels.failure(confidence: confidence) }
    guard Double(lag) <= Self.mostSeconds * comb.sampleRateHz else {
      throw .tooLate(mostSeconds: Self.mostSeconds)
    }
    try ReturnedPeriods(
      comb, count: Self.trialCount + 1, heard: heard, before: before, lag: lag
    ).check(sampleRateHz: comb.sampleRateHz)
    let good = fits.filter { $0.agreement >= Self.leastAgreement }
    guard Double(good.count) >= Double(Self.trialCount) * Self.leastTrials else {
      throw .unclear(confidence: confidence)
    }
    let trips = RoundTrips(
      delaysFrames: good.map { Double(lag) + $0.frames }, confidence: confidence,
      spacingFrames: comb.period.count)
    guard trips.strayFrames <= Self.mostStrayFrames,
      abs(trips.driftPartsPerMillion) <= Self.mostDrift
    else { throw .moving(milliseconds: 1000 * trips.rangeFrames / comb.sampleRateHz) }
    return Cable(
      trips: trips,
      isInverted: good.count { $0.isInverted } * 2 > good.count,
      gainDecibels: RoundTrips.median(gains))
  }

  /// The delay beyond `lag`, and the gain, of each trial that was recorded whole.
  private func fits(heard: [Float], lag: Int) -> (fits: [DelayFit], gains: [Double]) {
    let transform = RealTransform(size: comb.period.count)
    let played = transform.spectrum(of: comb.period)
    var fits: [DelayFit] = []
    var gains: [Double] = []
    for trial in 1...Self.trialCount {
      let start = trial * comb.period.count + lag
      guard start + comb.period.count <= heard.count else { continue }
      let period = transform.spectrum(of: heard[start..<start + comb.period.count])
      guard let fit = fit(period.cross(played), by: transform) else { continue }
      fits.append(fit)
      gains.append(gain(of: period, over: played))
    }
    return (fits, gains)
  }

  /// The delay of one trial, near that of the whole.
  private func fit(_ cross: Spectrum, by transform: borrowing RealTransform) -> DelayFit? {
    let correlation = transform.samples(of: cross)
    let size = transform.size
    let nearest = (-Self.mostApartFrames...Self.mostApartFrames).max {
      abs(correlation[($0 + size) % size]) < abs(correlation[($1 + size) % size])
    }
    return DelayFit(cross, tones: comb.tones, size: size, near: Double(nearest ?? 0))
  }

  private func gain(of heard: Spectrum, over played: Spectrum) -> Double {
    let powers = comb.tones.reduce(into: (heard: 0.0, played: 0.0)) { powers, tone in
      powers.heard += Double(heard.power(tone))
      powers.played += Double(played.power(tone))
    }
    return 10 * log10(powers.heard / powers.played)
  }
}
