// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime

/// The root mean square of the last 300 ms, both sides together, updated every 50 ms. A sine at
/// full scale reads -3.01 dBFS. No latency.
///
/// It has no `reset()`: use a new one for a new stream.
public struct RootMeanSquareMeter: BitwiseCopyable, Sendable {
  private static var stepSeconds: Float { 0.05 }
  private static var stepCount: Int { @_noLocks get { 6 } }

  /// The level, linear; 0 for silence. Silence is assumed before the first sample.
  public private(set) var amplitude: Float = 0
  private let stepFrames: Int
  private var steps = SIMD8<Double>.zero
  private var step = 0
  private var sum = 0.0
  private var frames = 0

  /// A meter at rest.
  public init(sampleRateHz: Float) {
    stepFrames = Units.frames(seconds: Self.stepSeconds, sampleRateHz: sampleRateHz)
  }

  /// Adds the next frame, whose samples must be numbers.
  @_noLocks @inline(__always) public mutating func process(_ frame: SIMD2<Float>) {
    let left = Double(frame.x)
    let right = Double(frame.y)
    sum += left * left + right * right
    frames &+= 1
    guard frames == stepFrames else { return }
    steps[step] = sum
    step = step &+ 1 < Self.stepCount ? step &+ 1 : 0
    let samples = Double(2 &* Self.stepCount &* stepFrames)
    amplitude = rt_sqrt(Float(steps.sum() / samples))
    sum = 0
    frames = 0
  }
}
