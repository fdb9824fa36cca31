// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime

/// How much less leaves a limiter than enters it: the ratio of the peaks of both, of the same frames. It rises at once and
/// falls by 20 dB in 1.7 s; what a limiter passes as it is reads 1 exactly.
public struct GainReductionMeter: BitwiseCopyable, Sendable {
  /// Peaks of a wave, down to 50 Hz, belong together.
  private static var joiningSeconds: Float { 0.02 }
  private static var fallDecibelsPerSecond: Float { 20 / 1.7 }

  /// Linear, 1 or more.
  public private(set) var ratio: Float = 1
  private let least: Float
  private let latencyFrames: Int
  private let joining: Float
  private let fallFactor: Float
  /// Amplitudes that entered last, in a ring.
  private var entered = SIMD8<Float>.zero
  private var frame = 0
  private var before: Float = 0
  private var after: Float = 0

  /// A meter at rest.
  ///
  /// - Parameters:
  ///   - least: What is below passes the limiter as it is; linear.
  ///   - latencyFrames: How much later the limiter's output is, 0...7.
  public init(least: Float, latencyFrames: Int, sampleRateHz: Float) {
    precondition((0..<8).contains(latencyFrames), "the ring holds eight frames")
    self.least = least
    self.latencyFrames = latencyFrames
    joining = rt_exp(-1 / (Self.joiningSeconds * sampleRateHz))
    fallFactor = Units.amplitude(decibels: -Self.fallDecibelsPerSecond / sampleRateHz)
  }

  /// Takes in the largest amplitudes of the frame that enters and of the one that leaves, which are numbers.
  @_noLocks public mutating func process(entering: Float, leaving: Float) {
    entered[frame & 7] = entering
    before = max(before * joining, entered[(frame &- latencyFrames) & 7])
    after = max(after * joining, leaving)
    frame &+= 1
    let fallen = max(1, ratio * fallFactor)
    ratio = before > least && before > after && after > 0 ? max(fallen, before / after) : fallen
  }
}
