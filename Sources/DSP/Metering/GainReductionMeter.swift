// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime

/// How much less leaves a limiter than enters it: the ratio of the peaks of both, of the same frames. It rises at once and
/// falls by 20 dB in 1.7 s; what a limiter passes as it is reads 1 exactly.
///
/// It has no `reset()`: a new stream takes a new one.
public struct GainReductionMeter: BitwiseCopyable, Sendable {
  /// Peaks of a wave, down to 50 Hz, belong together.
  private static var joiningSeconds: Float { 0.02 }
  private static var fallDecibelsPerSecond: Float { 20 / 1.7 }

  /// Linear, 1 or more.
  public private(set) var ratio: Float = 1
  private let least: Float
  private let joining: Float
  private let fallFactor: Float
  private var before: Float = 0
  private var after: Float = 0

  /// A meter at rest.
  ///
  /// - Parameter least: What is below passes the limiter as it is; linear.
  public init(least: Float, sampleRateHz: Float) {
    self.least = least
    joining = rt_exp(-1 / (Self.joiningSeconds * sampleRateHz))
    fallFactor = Units.amplitude(decibels: -Self.fallDecibelsPerSecond / sampleRateHz)
  }

  /// Takes in the largest amplitudes of the same frame as it enters and as it leaves, which are numbers.
  @_noLocks public mutating func process(entering: Float, leaving: Float) {
    before = max(before * joining, entering)
    after = max(after * joining, leaving)
    let fallen = max(1, ratio * fallFactor)
    ratio = before > least && before > after && after > 0 ? max(fallen, before / after) : fallen
  }
}
