// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime

/// How much a limiter takes away: the ratio of the peaks of the same frames before and after it. It
/// rises at once and falls by 20 dB in 1.7 s. It is exactly 1 for what a limiter passes unchanged.
///
/// It has no `reset()`: use a new one for a new stream.
public struct GainReductionMeter: BitwiseCopyable, Sendable {
  /// The peaks of one wave, down to 50 Hz, belong together.
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
  /// - Parameter least: Lower amplitudes pass the limiter unchanged; linear.
  public init(least: Float, sampleRateHz: Float) {
    self.least = least
    joining = rt_exp(-1 / (Self.joiningSeconds * sampleRateHz))
    fallFactor = Units.amplitude(decibels: -Self.fallDecibelsPerSecond / sampleRateHz)
  }

  /// Adds the largest amplitudes of a frame before and after the limiter, which must be numbers.
  @_noLocks public mutating func process(entering: Float, leaving: Float) {
    before = max(before * joining, entering)
    after = max(after * joining, leaving)
    let fallen = max(1, ratio * fallFactor)
    ratio = before > least && before > after && after > 0 ? max(fallen, before / after) : fallen
  }
}
