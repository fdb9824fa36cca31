// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Limiters
import Simulation
import TestSupport
import Testing

@testable import DSP

@Suite struct SoftLimiterTests {
  /// The output of a mono limiter at rest, blocks of `blockFrames` at a time.
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

  private func tone(
    _ hertz: Double, decibels: Double, count: Int = 57_600, rateHz: Double = 48_000
  ) -> [Float] {
    let amplitude = pow(10, decibels / 20)
    return (0..<count).map { Float(amplitude * sin(2 * .pi * hertz * Double($0) / rateHz)) }
  }

  @Test("sound below -6 dBFS passes bit by bit, denormals included, only later")
  func identity() {
    let quiet =
      Signal.noise(count: 10_001, amplitude: SoftLimiter.kneeAmplitude)
      + [0, -0.0, .leastNonzeroMagnitude, -.leastNormalMagnitude, SoftLimiter.kneeAmplitude]
    let padding = [Float](repeating: 0, count: SoftLimiter.latencyFrames)
    #expect(limited(quiet + padding).map(\.bitPattern) == (padding + quiet).map(\.bitPattern))
  }

  @Test("sound below -6 dBFS passes bit by bit again after a loud one")
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

  @Test("no input passes -0.3 dBFS")
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

  @Test("after values that are no sound, sounds pass bit by bit again")
  func sanity() {
    let quiet = Signal.noise(count: 500, amplitude: 0.5)
    for wild: Float in [.infinity, -.infinity, .nan, .signalingNaN, 1e6, .greatestFiniteMagnitude] {
      let output = limited([Float](repeating: wild, count: 50) + quiet)
      #expect(output.allSatisfy { abs($0) <= SoftLimiter.ceilingAmplitude }, "\(wild)")
      let latency = SoftLimiter.latencyFrames
      #expect(Array(output[(50 + 26 + latency)...]) == Array(quiet[26...].dropLast(latency)))
    }
  }

  @Test("infinity is played as loud as possible, up to the ceiling, and NaN is silence")
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

  @Test(
    "the curve rises up to full scale, keeps below the ceiling, and has no jump in slope or curvature"
  )
  func smoothness() {
    let knee = Double(ReductionCurve.knee)
    let step = 0.002
    func limited(_ peak: Double) -> Double {
      let excess = Float(max(0, peak - knee))
      return peak * (1 - Double(ReductionCurve.share(excesses: SIMD8(repeating: excess))[0]))
    }
    let inputs = (0...2000).map { Double($0) * step }
    let outputs = inputs.map(limited)
    let noise = 1e-6
    let rising = zip(inputs, outputs).prefix { $0.0 <= 1 }.map(\.1)
    #expect(zip(rising, rising.dropFirst()).allSatisfy { $0 <= $1 + noise })
    // Beyond, it falls by a third of a decibel.
    #expect(outputs.dropFirst(rising.count).allSatisfy { $0 >= 0.959 * (rising.last ?? 1) - 1e-4 })
    #expect(inputs.filter { $0 <= knee }.allSatisfy { limited($0) == $0 })
    #expect(outputs.allSatisfy { $0 <= Double(SoftLimiter.ceilingAmplitude) })
    let slopes = zip(outputs, outputs.dropFirst()).map { ($1 - $0) / step }
    let curvatures = zip(slopes, slopes.dropFirst()).map { ($1 - $0) / step }
    func largestStep(_ values: [Double]) -> Double {
      zip(values, values.dropFirst()).map { abs($1 - $0) }.max() ?? 0
    }
    // Where peaks are held the slope falls from 0.98 to 0 within 0.0453: at most by 1.5 / 0.0453 and 6 / 0.0453² a unit. Shares
    // are floats, whose rounding is all the more in differences of differences.
    #expect(largestStep(slopes) < 33 * step)
    #expect(largestStep(curvatures) < 2950 * step + 0.5)
  }

  @Test(
    "a sine up to 0 dBFS is distorted by less than 1 %", .slow,
    arguments: [40.0, 60, 120, 250, 480, 700, 1000, 3000, 9000], [-5.0, -3, -1, 0])
  func distortion(hertz: Double, decibels: Double) {
    let figures = ToneFigures(limited(tone(hertz, decibels: decibels)), hertz: hertz)
    #expect(figures.distortion < 0.01, "\(figures.distortion)")
  }

  @Test(
    "aliases stay 90 dB below a tone up to 5 kHz that is 12 dB over full scale, at every rate",
    .slow,
    arguments: [44_100.0, 48_000, 88_200, 96_000, 192_000])
  func aliasing(rateHz: Double) {
    // Tones whose overtones fold where filters are weakest, and some of all others.
    let known = [997.0, 1249, 3001, 3901, 4501, 4801, 4999]
    for hertz in known + stride(from: 501.0, through: 5100, by: 271) {
      for decibels in [0.0, 6, 12] {
        let input = tone(hertz, decibels: decibels, count: 40_000, rateHz: rateHz)
        let figures = ToneFigures(limited(input), hertz: hertz, sampleRateHz: rateHz)
        #expect(figures.aliasDecibels < -90, "\(hertz) Hz, \(decibels) dB")
      }
    }
  }

  @Test(
    "at every rate a tone 12 dB over full scale stays clean, under the ceiling, and is not 0.2 ms late",
    arguments: [44_100.0, 48_000, 88_200, 96_000, 192_000])
  func rates(rateHz: Double) {
    let output = limited(tone(997, decibels: 12, rateHz: rateHz))
    let figures = ToneFigures(output, hertz: 997, sampleRateHz: rateHz)
    #expect(figures.aliasDecibels < -90, "\(figures.aliasDecibels)")
    #expect(output.allSatisfy { abs($0) <= SoftLimiter.ceilingAmplitude })
    #expect(Double(SoftLimiter.latencyFrames) / rateHz < 0.0002)
  }

  @Test(
    "between samples, too, no tone that is 12 dB over full scale passes 0 dBFS",
    arguments: [60.0, 1000, 3001, 4999, 7001, 9973, 13_001, 15_001, 15_997])
  func truePeak(hertz: Double) {
    let rise = (0..<9600).map { min(1, Float($0) / 480) }
    let silence = [Float](repeating: 0, count: 100)
    let output = limited(zip(tone(hertz, decibels: 12, count: 9600), rise).map(*) + silence)
    let peak = FinePeak.decibels(output)
    #expect(peak <= 0, "\(peak) dBTP")
  }

  @Test("between samples, too, bursts of noise do not pass 0 dBFS", arguments: [0.0, 3, 6, 9, 12])
  func truePeakOfNoise(decibels: Float) {
    let noise = Signal.noise(count: 24_000, amplitude: Units.amplitude(decibels: decibels), seed: 4)
    let bursts = noise.indices.map { noise[$0] * exp(-Float($0 % 6000) / 1200) }
    let peak = FinePeak.decibels(limited(bursts))
    #expect(peak <= 0, "\(peak) dBTP")
  }

  @Test("blocks of any length and place give the same numbers", arguments: [1, 7, 64])
  func blocks(blockFrames: Int) {
    let input = Signal.noise(count: 1003, amplitude: 3)
    #expect(limited(input, blockFrames: blockFrames) == limited(input))
  }

  @Test("sound before a pause counts alike in blocks of any size", arguments: [1, 7, 64, 480])
  func pauses(blockFrames: Int) {
    // Bursts of noise, so short and so far apart that parts of a pause are passed over in some blocks, and not in others.
    var input: [Float] = []
    for pause in 20..<90 {
      input += Signal.noise(count: 12, amplitude: 2, seed: UInt64(pause))
      input += [Float](repeating: 0, count: pause)
    }
    #expect(limited(input, blockFrames: blockFrames) == limited(input))
  }

  @Test("no sound crosses from one channel to the other")
  func crosstalk() {
    var block = Signal.noise(count: 2000, amplitude: 4)
    for frame in 0..<1000 { block[2 * frame + 1] = 0 }
    var limiter = SoftLimiter()
    var span = block.mutableSpan
    limiter.process(&span)
    #expect((0..<1000).allSatisfy { block[2 * $0 + 1] == 0 })
  }
}
