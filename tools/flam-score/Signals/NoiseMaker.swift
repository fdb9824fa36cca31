// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc

/// Random signals that a seed determines.
struct NoiseMaker {
  /// How power falls over frequency.
  enum Colour: CaseIterable {
    /// The same power at every frequency.
    case white
    /// 3 dB less an octave.
    case pink
    /// 6 dB less an octave above 200 Hz.
    case brown
  }

  private static let brownCornerHz = 200.0
  private var generator: SeededGenerator

  /// The same seed gives the same signals.
  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  /// A number drawn evenly from a range.
  mutating func number(in range: ClosedRange<Double>) -> Double {
    range.lowerBound + (range.upperBound - range.lowerBound) * Double(generator.uniform())
  }

  /// A whole number drawn evenly from 0 ..< `count`.
  mutating func index(below count: Int) -> Int {
    min(count - 1, Int(number(in: 0...1) * Double(count)))
  }

  /// The numbers 0 ..< `count` in another order. Source: R. Durstenfeld, "Algorithm 235: random permutation",
  /// Communications of the ACM 7 (1964).
  mutating func order(count: Int) -> [Int] {
    var order = Array(0..<count)
    for last in order.indices.reversed() { order.swapAt(last, index(below: last + 1)) }
    return order
  }

  /// Gaussian noise with a level in dBFS (root mean square).
  mutating func noise(
    _ colour: Colour = .white, count: Int, decibels: Double, sampleRateHz: Int
  ) -> [Float] {
    var noise = (0..<count).map { _ in gaussian() }
    switch colour {
    case .white: break
    case .pink: Self.makePink(&noise)
    case .brown:
      let step = 1 - exp(-2 * .pi * Self.brownCornerHz / Double(sampleRateHz))
      noise.smooth(step: Float(step))
    }
    noise.setLevel(decibels: decibels)
    return noise
  }

  /// Mean 0, variance 1. Source: G. Box, M. Muller, "A note on the generation of random normal deviates", 1958.
  private mutating func gaussian() -> Float {
    let radius = (-2 * log(1 - Double(generator.uniform()))).squareRoot()
    return Float(radius * cos(2 * .pi * Double(generator.uniform())))
  }

  /// Three poles and zeros, within 1 dB of -3 dB an octave from 30 Hz on at 48 kHz. Source: P. Kellet, "economy" filter,
  /// music-dsp mailing list, 1999.
  private static func makePink(_ noise: inout [Float]) {
    var state = SIMD4<Float>()
    let poles = SIMD4<Float>(0.99765, 0.96300, 0.57000, 0)
    let gains = SIMD4<Float>(0.0990460, 0.2965164, 1.0526913, 0.1848)
    for index in noise.indices {
      state = poles * state + gains * noise[index]
      noise[index] = state.sum()
    }
  }
}

extension [Float] {
  /// Level in dBFS (root mean square); -infinity for silence.
  var levelDecibels: Double {
    let power = reduce(0.0) { $0 + Double($1) * Double($1) } / Double(Swift.max(1, count))
    return 10 * log10(power)
  }

  /// Largest magnitude.
  var peak: Float { reduce(0) { Swift.max($0, abs($1)) } }

  /// Scales it to a level in dBFS (root mean square); silence stays silent.
  mutating func setLevel(decibels: Double) {
    let level = levelDecibels
    guard level.isFinite else { return }
    let gain = Units.amplitude(decibels: Float(decibels - level))
    for index in indices { self[index] *= gain }
  }

  /// Fades both ends in and out along a straight line, each over so many frames.
  mutating func fadeEnds(frames: Int) {
    for index in 0..<Swift.min(frames, count / 2) {
      let gain = Float(index) / Float(frames)
      self[index] *= gain
      self[count - 1 - index] *= gain
    }
  }

  /// One-pole low-pass.
  mutating func smooth(step: Float) {
    var state: Float = 0
    for index in indices {
      state += step * (self[index] - state)
      self[index] = state
    }
  }
}
