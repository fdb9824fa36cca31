// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import TestSupport
import Testing

@testable import DSP

@Suite struct SoftLimiterTests {
  /// What leaves a mono limiter at rest, blocks of `blockFrames` at a time.
  private func limited(_ samples: [Float], blockFrames: Int = .max) -> [Float] {
    var output = samples
    var limiter = SoftLimiter(channelCount: 1)
    var first = 0
    while first < output.count {
      let count = min(blockFrames, output.count - first)
      var span = output.mutableSpan
      var block = span._mutatingExtracting(first..<first + count)
      limiter.process(&block)
      first += count
    }
    return output
  }

  private func tone(_ hertz: Double, decibels: Double, count: Int = 57_600) -> [Float] {
    let amplitude = pow(10, decibels / 20)
    return (0..<count).map { Float(amplitude * sin(2 * .pi * hertz * Double($0) / 48_000)) }
  }

  @Test("what stays below -6 dBFS passes bit by bit, denormals included, and only later")
  func identity() {
    let quiet =
      Signal.noise(count: 10_001, amplitude: SoftLimiter.kneeAmplitude)
      + [0, -0.0, .leastNonzeroMagnitude, -.leastNormalMagnitude, SoftLimiter.kneeAmplitude]
    let padding = [Float](repeating: 0, count: SoftLimiter.latencyFrames)
    #expect(limited(quiet + padding).map(\.bitPattern) == (padding + quiet).map(\.bitPattern))
  }

  @Test("what stays below -6 dBFS passes bit by bit again after something loud")
  func identityAfterwards() {
    let quiet = Signal.noise(count: 1000, amplitude: 0.5)
    let output = limited([Float](repeating: 4, count: 100) + quiet)
    let latency = SoftLimiter.latencyFrames
    let settled = 26
    let later = output[(100 + latency + settled)...]
    #expect(Array(later) == Array(quiet[settled...].dropLast(latency)))
  }

  @Test("it adds less than 0.2 ms at every common rate")
  func latency() {
    #expect(Double(SoftLimiter.latencyFrames) / 44_100 < 0.0002)
  }

  @Test("no input whatever passes -0.3 dBFS")
  func ceiling() {
    var generator = SeededGenerator(seed: 11)
    // Every bit pattern is a number, an infinity, a NaN or a denormal.
    let anything = (0..<1_000_000).map { _ in
      Float(bitPattern: UInt32(truncatingIfNeeded: generator.next()))
    }
    let steps: [Float] = [1e6, -1e6, .infinity, -.infinity, .nan, .greatestFiniteMagnitude, 1, -1]
    let ceiling = SoftLimiter.ceilingAmplitude
    #expect(abs(Units.decibels(amplitude: ceiling) + 0.3) < 1e-5)
    let held = steps.flatMap { [Float](repeating: $0, count: 40) }
    let noise = Signal.noise(count: 100_000, amplitude: 2)
    #expect(limited(anything + steps + held + noise).allSatisfy { abs($0) <= ceiling })
  }

  @Test("after anything that is no sound, sounds pass bit by bit again")
  func sanity() {
    let quiet = Signal.noise(count: 500, amplitude: 0.5)
    for wild: Float in [.infinity, -.infinity, .nan, .signalingNaN, 1e6, .greatestFiniteMagnitude] {
      let output = limited([Float](repeating: wild, count: 50) + quiet)
      #expect(output.allSatisfy { abs($0) <= SoftLimiter.ceilingAmplitude }, "\(wild)")
      let latency = SoftLimiter.latencyFrames
      #expect(Array(output[(50 + 26 + latency)...]) == Array(quiet[26...].dropLast(latency)))
    }
  }

  @Test("infinity is played as loud as it goes, up to the ceiling, and NaN is silence")
  func extremes() {
    for sign: Float in [1, -1] {
      let output = limited([Float](repeating: sign * .infinity, count: 200))
      let loud = Units.amplitude(decibels: -1)
      #expect(output[100...].allSatisfy { $0 * sign > loud }, "\(output[150])")
      #expect(output.allSatisfy { abs($0) <= SoftLimiter.ceilingAmplitude })
    }
    let silence = limited([Float](repeating: .nan, count: 50) + [-.signalingNaN])
    #expect(silence.allSatisfy { $0 == 0 })
  }

  @Test("the curve rises, is odd, and has no jump in slope or curvature")
  func smoothness() {
    let curve = SaturationCurve(knee: 0.5, ceiling: 0.966)
    let step: Float = 0.01
    let inputs = (0...200).map { Float($0) * step }
    func saturated(_ input: Float) -> Float {
      curve.saturated(SIMD8(repeating: input))[0]
    }
    let outputs = inputs.map(saturated)
    #expect(zip(outputs, outputs.dropFirst()).allSatisfy { $0 <= $1 })
    #expect(inputs.map { saturated(-$0) } == outputs.map { -$0 })
    #expect(inputs.prefix(50).allSatisfy { saturated($0) == $0 })
    let slopes = zip(outputs, outputs.dropFirst()).map { ($1 - $0) / step }
    let curvatures = zip(slopes, slopes.dropFirst()).map { ($1 - $0) / step }
    func largestStep(_ values: [Float]) -> Float {
      zip(values, values.dropFirst()).map { abs($1 - $0) }.max() ?? 0
    }
    // The steepest change of slope is 1.5 / 0.93 and of curvature 6 / 0.93²; float rounding adds little.
    #expect(largestStep(slopes) < 1.7 * step)
    #expect(largestStep(curvatures) < 7.5 * step)
  }

  @Test("a sine at 0 dBFS is distorted by less than 5 %", arguments: [60.0, 480, 1000])
  func distortion(hertz: Double) {
    let figures = ToneFigures(limited(tone(hertz, decibels: 0)), hertz: hertz)
    #expect(figures.distortion < 0.05, "\(figures.distortion)")
  }

  @Test(
    "aliases stay 90 dB below a tone up to 5 kHz that is 12 dB over full scale",
    arguments: [1249.0, 3001, 4999], [0.0, 6, 12])
  func aliasing(hertz: Double, decibels: Double) {
    let figures = ToneFigures(limited(tone(hertz, decibels: decibels)), hertz: hertz)
    #expect(figures.aliasDecibels < -90, "\(figures.aliasDecibels)")
  }

  @Test(
    "at every rate a tone 12 dB over full scale stays clean, under the ceiling, and is not 0.2 ms late",
    arguments: [44_100.0, 48_000, 88_200, 96_000, 192_000])
  func rates(rateHz: Double) {
    let input = (0..<57_600).map { 4 * Float(sin(2 * .pi * 997 * Double($0) / rateHz)) }
    let output = limited(input)
    let figures = ToneFigures(output, hertz: 997, sampleRateHz: rateHz)
    #expect(figures.aliasDecibels < -90, "\(figures.aliasDecibels)")
    #expect(output.allSatisfy { abs($0) <= SoftLimiter.ceilingAmplitude })
    #expect(Double(SoftLimiter.latencyFrames) / rateHz < 0.0002)
  }

  @Test(
    "between samples, too, no tone that is 12 dB over full scale passes 0 dBFS",
    arguments: [60.0, 1000, 3001, 4999, 7001, 9973])
  func truePeak(hertz: Double) {
    let rise = (0..<9600).map { min(1, Float($0) / 480) }
    let output = limited(zip(tone(hertz, decibels: 12, count: 9600), rise).map(*))
    var meter = TruePeakMeter(channelCount: 1)
    meter.process(output)
    #expect(meter.amplitude <= 1, "\(meter.amplitude)")
  }

  @Test("blocks of any length and place give the same numbers", arguments: [1, 7, 64])
  func blocks(blockFrames: Int) {
    let input = Signal.noise(count: 1003, amplitude: 3)
    #expect(limited(input, blockFrames: blockFrames) == limited(input))
  }

  @Test("a channel hears nothing of its neighbour")
  func crosstalk() {
    var block = Signal.noise(count: 2000, amplitude: 4)
    for frame in 0..<1000 { block[2 * frame + 1] = 0 }
    var limiter = SoftLimiter()
    var span = block.mutableSpan
    limiter.process(&span)
    #expect((0..<1000).allSatisfy { block[2 * $0 + 1] == 0 })
  }
}
