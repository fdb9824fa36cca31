// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime

/// The root mean square of the last 300 ms, both sides together, renewed every 50 ms. A sine of full scale reads
/// -3.01 dBFS. No latency.
///
/// It has no `reset()`: a new stream takes a new one.
public struct RootMeanSquareMeter: BitwiseCopyable, Sendable {
  private static var stepSeconds: Float { 0.05 }
  private static var stepCount: Int { @_noLocks get { 6 } }

  /// Where it stands, linear; 0 for silence. Before the meter ran so long, silence came before.
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

  /// Takes in the next frame, whose samples are numbers.
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
