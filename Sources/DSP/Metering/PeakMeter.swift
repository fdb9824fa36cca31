// SPDX-License-Identifier: GPL-3.0-or-later

/// Shows the peaks of a signal: rises at once, holds for a while, then falls. No latency.
public struct PeakMeter: BitwiseCopyable, Sendable {
  /// How a meter falls.
  public struct Ballistics: Sendable {
    /// How long a peak is shown.
    public let holdSeconds: Float
    /// How fast it then falls, until it meets the signal.
    public let fallDecibelsPerSecond: Float

    /// Falls at once, by 20 dB in 1.7 s. Source: IEC 60268-10, peak programme meter type I.
    public static let programme = Ballistics(holdSeconds: 0, fallDecibelsPerSecond: 20 / 1.7)
    /// What people have time to read. Source: IEC 60268-18, peak hold of digital level meters.
    public static let held = Ballistics(holdSeconds: 1.5, fallDecibelsPerSecond: 20)
  }

  /// Below this, -140 dBFS, is silence.
  private static var leastAmplitude: Float { @_noLocks get { 1e-7 } }

  /// The level, linear; 0 for silence.
  public private(set) var amplitude: Float = 0
  private let fallFactor: Float
  private let holdFrames: Int
  private var heldFrames = 0

  /// A meter at rest.
  public init(sampleRateHz: Float, _ ballistics: Ballistics = .programme) {
    fallFactor = Units.amplitude(decibels: -ballistics.fallDecibelsPerSecond / sampleRateHz)
    holdFrames = Units.frames(seconds: ballistics.holdSeconds, sampleRateHz: sampleRateHz)
  }

  /// Forgets the past, as if no sample had been processed.
  public mutating func reset() { (amplitude, heldFrames) = (0, 0) }

  /// Adds the next frames, whose samples must be numbers.
  @_noLocks public mutating func process(_ samples: UnsafePointer<Float>, count: Int) {
    // The compiler keeps a copy in registers.
    var meter = self
    for frame in 0..<count { meter.process(samples[frame]) }
    self = meter
  }

  /// Adds the largest amplitude of the next frame, which must be a number.
  @_noLocks @inline(__always) public mutating func process(_ sample: Float) {
    let magnitude = abs(sample)
    if magnitude >= amplitude {
      amplitude = magnitude
      heldFrames = 0
    } else if heldFrames < holdFrames {
      heldFrames &+= 1
    } else {
      let fallen = amplitude * fallFactor
      amplitude = max(magnitude, fallen > Self.leastAmplitude ? fallen : 0)
    }
  }
}
