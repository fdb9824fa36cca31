// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc
import Instrument
import TestSupport
import Testing

@Suite struct SoftLimiterTests {
  private func limited(_ samples: [Float]) -> [Float] {
    var output = samples
    var limiter = SoftLimiter()
    var span = output.mutableSpan
    limiter.process(&span)
    return output
  }

  private func limited(_ sample: Float) -> Float { limited([sample])[0] }

  @Test("what stays below -6 dBFS passes bit by bit, denormals included")
  func identity() {
    let quiet =
      Signal.noise(count: 10_001, amplitude: SoftLimiter.kneeAmplitude)
      + [0, -0.0, .leastNonzeroMagnitude, -.leastNormalMagnitude, SoftLimiter.kneeAmplitude]
    #expect(limited(quiet).map(\.bitPattern) == quiet.map(\.bitPattern))
  }

  @Test("no input whatever passes -0.3 dBFS")
  func ceiling() {
    var generator = SeededGenerator(seed: 11)
    // Every bit pattern is a number, an infinity, a NaN or a denormal.
    let anything = (0..<1_000_000).map { _ in
      Float(bitPattern: UInt32(truncatingIfNeeded: generator.next()))
    }
    let steps: [Float] = [1e6, -1e6, .infinity, -.infinity, .nan, .greatestFiniteMagnitude, 1, -1]
    let ceiling = Units.amplitude(decibels: -0.3) * 1.000001
    #expect(limited(anything + steps).allSatisfy { abs($0) <= ceiling })
  }

  @Test("infinity reaches the ceiling and NaN is silence")
  func extremes() {
    #expect(limited(.infinity) == SoftLimiter.ceilingAmplitude)
    #expect(limited(-.infinity) == -SoftLimiter.ceilingAmplitude)
    #expect(limited(.nan) == 0 && limited(-.signalingNaN) == 0)
  }

  @Test("the curve rises, is odd, and has no jump in slope or curvature")
  func smoothness() {
    let step: Float = 0.01
    let inputs = (0...200).map { Float($0) * step }
    let outputs = limited(inputs)
    #expect(zip(outputs, outputs.dropFirst()).allSatisfy { $0 <= $1 })
    #expect(limited(inputs.map { -$0 }) == outputs.map { -$0 })
    let slopes = zip(outputs, outputs.dropFirst()).map { ($1 - $0) / step }
    let curvatures = zip(slopes, slopes.dropFirst()).map { ($1 - $0) / step }
    // The steepest change of slope is 1.5 / 0.93 and of curvature 6 / 0.93²; float rounding adds little.
    #expect(largestStep(slopes) < 1.7 * step)
    #expect(largestStep(curvatures) < 7.5 * step)
  }

  @Test("a sine at 0 dBFS is distorted by less than 5 %")
  func distortion() {
    let count = 4800
    let sine = (0..<count).map { Float(sin(2 * .pi * 0.01 * Double($0))) }
    let output = limited(sine)
    let inPhase: Float = zip(sine, output).reduce(0) { $0 + $1.0 * $1.1 }
    let power: Float = output.reduce(0) { $0 + $1 * $1 } / Float(count)
    let fundamental = 2 * inPhase / Float(count)
    let residual = power - fundamental * fundamental / 2
    let distortion = (max(0, residual) / (fundamental * fundamental / 2)).squareRoot()
    #expect(distortion < 0.05, "\(distortion)")
  }

  @Test("blocks of any length and place give the same numbers")
  func blocks() {
    let input = Signal.noise(count: 1003, amplitude: 3)
    #expect(input.map { limited($0) } == limited(input))
  }
}
