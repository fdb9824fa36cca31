// SPDX-License-Identifier: GPL-3.0-or-later

/// Shows the peaks of a signal: rises at once, falls by 20 dB in 1.7 s.
///
/// Source of the fall: IEC 60268-10, peak programme meter type I. No latency.
public struct PeakMeter: BitwiseCopyable, Sendable {
  private static let fallDecibelsPerSecond: Float = 20 / 1.7

  /// Where it stands, linear.
  public private(set) var amplitude: Float = 0
  private let fallFactor: Float

  /// A meter at rest.
  public init(sampleRateHz: Float) {
    fallFactor = Units.amplitude(decibels: -Self.fallDecibelsPerSecond / sampleRateHz)
  }

  /// Forgets the past, as if no sample had been processed.
  public mutating func reset() { amplitude = 0 }

  /// Takes in the next frame's largest amplitude, which is a number.
  @_noLocks public mutating func process(_ sample: Float) {
    amplitude = max(amplitude * fallFactor, abs(sample))
  }
}
