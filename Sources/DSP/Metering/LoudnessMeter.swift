// SPDX-License-Identifier: GPL-3.0-or-later

/// Momentary loudness: the K-weighted power of the last 400 ms, updated every 100 ms.
///
/// Sources: EBU Tech 3341 (2023), section 2.2; Recommendation ITU-R BS.1770-4, annex 1. Left and
/// right have the same weight.
///
/// It has no `reset()`: use a new one for a new stream.
public struct LoudnessMeter: BitwiseCopyable, Sendable {
  private static var stepSeconds: Float { 0.1 }

  /// The mean power of the last 400 ms after weighting, summed over both sides. Silence is assumed
  /// before the first sample.
  public private(set) var power = 0.0
  private var weighting: KWeighting
  private let stepFrames: Int
  private var steps = SIMD4<Double>.zero
  private var sum = 0.0
  private var frames = 0

  /// A meter at rest.
  public init(sampleRateHz: Float) {
    weighting = KWeighting(sampleRateHz: Double(sampleRateHz))
    stepFrames = Units.frames(seconds: Self.stepSeconds, sampleRateHz: sampleRateHz)
  }

  /// The loudness in LUFS; -infinity for silence. Not for the audio thread.
  public var loudness: Float { KWeighting.loudness(power: power) }

  /// Processes interleaved stereo, whose samples must be numbers, together with another meter: both
  /// take the time of one.
  @_noLocks public mutating func process(
    _ block: borrowing MutableSpan<Float>, beside other: inout RootMeanSquareMeter
  ) {
    // The compiler keeps copies in registers.
    var (meter, level) = (self, other)
    for frame in 0..<block.count / 2 {
      let samples = SIMD2(block[2 &* frame], block[2 &* frame &+ 1])
      meter.process(samples)
      level.process(samples)
    }
    (self, other) = (meter, level)
  }

  /// Adds the next frame, whose samples must be numbers. True if ``power`` is new.
  @discardableResult @_noLocks @inline(__always)
  public mutating func process(_ frame: SIMD2<Float>) -> Bool {
    let weighted = weighting.process(SIMD2<Double>(Double(frame.x), Double(frame.y)))
    sum += weighted.x * weighted.x + weighted.y * weighted.y
    frames &+= 1
    guard frames == stepFrames else { return false }
    steps = SIMD4(steps[1], steps[2], steps[3], sum)
    power = (steps[0] + steps[1] + steps[2] + steps[3]) / Double(4 &* stepFrames)
    sum = 0
    frames = 0
    return true
  }
}
