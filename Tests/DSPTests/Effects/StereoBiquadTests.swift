// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Simulation
import TestSupport
import Testing

@testable import DSP

@Suite struct StereoBiquadTests {
  /// A shape, and its analogue prototype: the gain at `s = j w`, the cutoff at 1.
  struct Shape: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let section: @Sendable (_ hertz: Float, _ q: Float, _ rateHz: Float) -> BiquadSection
    let gain: @Sendable (_ w: Double, _ q: Double) -> Double
  }

  /// The magnitude of `s² + s / q + 1`.
  private static func denominator(_ w: Double, _ q: Double) -> Double { hypot(1 - w * w, w / q) }

  static let shapes = [
    Shape(
      testDescription: "low pass",
      section: { .lowPass(cutoffHz: $0, q: $1, sampleRateHz: $2) },
      gain: { 1 / denominator($0, $1) }),
    Shape(
      testDescription: "high pass",
      section: { .highPass(cutoffHz: $0, q: $1, sampleRateHz: $2) },
      gain: { $0 * $0 / denominator($0, $1) }),
    Shape(
      testDescription: "band pass",
      section: { .bandPass(cutoffHz: $0, q: $1, sampleRateHz: $2) },
      gain: { $0 / $1 / denominator($0, $1) }),
    Shape(
      testDescription: "notch",
      section: { .notch(hertz: $0, q: $1, sampleRateHz: $2) },
      gain: { abs(1 - $0 * $0) / denominator($0, $1) }),
    Shape(
      testDescription: "peak of 12 dB",
      section: { .peak(hertz: $0, q: $1, gainDecibels: 12, sampleRateHz: $2) },
      gain: { denominator($0, $1 / pow(10, 0.3)) / denominator($0, $1 * pow(10, 0.3)) }),
    Shape(
      testDescription: "dip of 12 dB",
      section: { .peak(hertz: $0, q: $1, gainDecibels: -12, sampleRateHz: $2) },
      gain: { denominator($0, $1 * pow(10, 0.3)) / denominator($0, $1 / pow(10, 0.3)) }),
    Shape(
      testDescription: "low shelf of 9 dB",
      section: { .lowShelf(hertz: $0, q: $1, gainDecibels: 9, sampleRateHz: $2) },
      gain: { w, q in
        let a = pow(10, 9.0 / 40)
        let slope = a.squareRoot() / q * w
        return a * hypot(a - w * w, slope) / hypot(1 - a * w * w, slope)
      }),
    Shape(
      testDescription: "high shelf of -9 dB",
      section: { .highShelf(hertz: $0, q: $1, gainDecibels: -9, sampleRateHz: $2) },
      gain: { w, q in
        let a = pow(10, -9.0 / 40)
        let slope = a.squareRoot() / q * w
        return a * hypot(1 - a * w * w, slope) / hypot(a - w * w, slope)
      }),
  ]

  /// The response to an impulse.
  private func response(_ section: BiquadSection, count: Int) -> [Double] {
    var filter = StereoBiquad(section)
    var frames = [Float](repeating: 0, count: 2 * count)
    (frames[0], frames[1]) = (1, 0.5)
    filter.process(&frames, count: count)
    #expect((0..<count).allSatisfy { abs(frames[2 * $0 + 1] - frames[2 * $0] / 2) < 1e-9 })
    return (0..<count).map { Double(frames[2 * $0]) }
  }

  /// The gain at an angle a sample.
  private func gain(_ response: [Double], angle: Double) -> Double {
    var (real, imaginary, cosine, sine) = (0.0, 0.0, 1.0, 0.0)
    let (stepCosine, stepSine) = (cos(angle), sin(angle))
    for sample in response {
      real += sample * cosine
      imaginary -= sample * sine
      (cosine, sine) = (
        cosine * stepCosine - sine * stepSine, sine * stepCosine + cosine * stepSine
      )
    }
    return hypot(real, imaginary)
  }

  @Test(
    "the response is the formula's to 0.05 dB, from 20 Hz to 20 kHz", .slow, arguments: shapes,
    [44_100, 48_000, 96_000] as [Float])
  func response(shape: Shape, rateHz: Float) {
    for (cutoffHz, q) in [
      (20, 0.707_106_8), (100, 4), (1000, 0.1), (1000, 0.707_106_8), (8000, 10), (20_000, 1),
    ] as [(Float, Float)] {
      let response = response(shape.section(cutoffHz, q, rateHz), count: 1 << 15)
      let cutoff = tan(.pi * Double(cutoffHz) / Double(rateHz))
      for step in 0...20 {
        let hertz = 20 * pow(1000, Double(step) / 20)
        let expected = shape.gain(tan(.pi * hertz / Double(rateHz)) / cutoff, Double(q))
        guard expected > 1e-4 else { continue }
        let gain = gain(response, angle: 2 * .pi * hertz / Double(rateHz))
        let error = 20 * log10(gain / expected)
        #expect(abs(error) < 0.05, "\(cutoffHz) Hz, q \(q), at \(hertz) Hz: \(error) dB")
      }
    }
  }

  @Test("a glide gives the same numbers for any block size", arguments: [1, 7, 441])
  func blocks(blockFrames: Int) {
    func played(_ blockFrames: Int) -> [Float] {
      var filter = StereoBiquad(.lowPass(cutoffHz: 300, q: 2, sampleRateHz: 48_000))
      var frames = Signal.noise(count: 9600)
      var first = 0
      while first < 4800 {
        if first == 1001 {
          filter.glide(to: .lowPass(cutoffHz: 9000, q: 0.5, sampleRateHz: 48_000), frameCount: 960)
        }
        let count = min(blockFrames, (first < 1001 ? 1001 : 4800) - first)
        frames.withUnsafeMutableBufferPointer { samples in
          guard let base = samples.baseAddress else { return }
          filter.process(base + 2 * first, count: count)
        }
        first += count
      }
      return frames
    }
    #expect(played(blockFrames) == played(64))
  }

  @Test("any input leaves it working, then silent", arguments: [.nan, .infinity] as [Float])
  func hostile(sample: Float) {
    var filter = StereoBiquad(.bandPass(cutoffHz: 20, q: 30, sampleRateHz: 48_000))
    var wrong = [sample, sample, 1, 1]
    filter.process(&wrong, count: 2)
    var frames = [Float](repeating: 0, count: 9600)
    frames[0] = 1
    filter.process(&frames, count: 4800)
    #expect(frames.allSatisfy(\.isFinite) && frames.contains { $0 != 0 })
    for _ in 0..<1000 {
      frames = [Float](repeating: 0, count: 9600)
      filter.process(&frames, count: 4800)
    }
    #expect(frames.allSatisfy { $0 == 0 })
  }
}
