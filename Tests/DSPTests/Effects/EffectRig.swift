// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc

/// Plays signals through effects.
enum EffectRig {
  /// Other values from a frame on.
  struct Change: Sendable {
    let frame: Int
    let values: [Float]
    var frameCount = 960
  }

  static func values(_ values: [Float]) -> SIMD8<Float> {
    SIMD8(values + [Float](repeating: 0, count: 8 - values.count))
  }

  /// What comes of interleaved stereo.
  static func play<Effect: StereoEffect & ~Copyable>(
    _ make: (SIMD8<Float>, Float) -> Effect, _ values: [Float], _ input: [Float],
    rateHz: Float = 48_000,
    blockFrames: Int = 64, changes: [Change] = []
  ) -> [Float] {
    var effect = make(Self.values(values), rateHz)
    var frames = input
    let frameCount = input.count / 2
    let ends = changes.map(\.frame)
    var first = 0
    frames.withUnsafeMutableBufferPointer { samples in
      guard let base = samples.baseAddress else { return }
      while first < frameCount {
        for change in changes where change.frame == first {
          effect.glide(to: Self.values(change.values), frameCount: change.frameCount)
        }
        let end = ends.filter { $0 > first }.min() ?? frameCount
        let count = min(blockFrames, end - first)
        effect.process(base + 2 * first, count: count)
        first += count
      }
    }
    return frames
  }

  static func latencyFrames<Effect: StereoEffect & ~Copyable>(
    _ make: (SIMD8<Float>, Float) -> Effect, _ values: [Float], rateHz: Float = 48_000
  ) -> Int {
    make(Self.values(values), rateHz).latencyFrames
  }

  /// The same sine on both sides.
  static func sine(
    hertz: Double, amplitude: Double = 1, count: Int, rateHz: Double = 48_000
  ) -> [Float] {
    stereo((0..<count).map { Float(amplitude * sin(2 * .pi * hertz * Double($0) / rateHz)) })
  }

  /// The same signal on both sides.
  static func stereo(_ samples: [Float]) -> [Float] { samples.flatMap { [$0, $0] } }

  static func constant(_ value: Float, count: Int) -> [Float] {
    [Float](repeating: value, count: 2 * count)
  }

  /// A click on both sides, and silence after it.
  static func click(count: Int) -> [Float] {
    [1, 1] + [Float](repeating: 0, count: 2 * count - 2)
  }

  static func left(_ frames: [Float]) -> [Float] {
    stride(from: 0, to: frames.count, by: 2).map { frames[$0] }
  }

  static func right(_ frames: [Float]) -> [Float] {
    stride(from: 1, to: frames.count, by: 2).map { frames[$0] }
  }

  static func decibels(_ ratio: Double) -> Double { 20 * log10(ratio) }

  /// The gain of an impulse response at a frequency.
  static func gain(_ response: [Float], hertz: Double, rateHz: Double = 48_000) -> Double {
    let angle = 2 * .pi * hertz / rateHz
    var (real, imaginary, cosine, sine) = (0.0, 0.0, 1.0, 0.0)
    let (stepCosine, stepSine) = (cos(angle), sin(angle))
    for sample in response {
      real += Double(sample) * cosine
      imaginary -= Double(sample) * sine
      (cosine, sine) = (
        cosine * stepCosine - sine * stepSine, sine * stepCosine + cosine * stepSine
      )
    }
    return hypot(real, imaginary)
  }

  /// A Blackman-Harris window, whose side lobes are at -92 dB.
  private static func window(_ count: Int) -> [Double] {
    (0..<count).map {
      let angle = 2 * .pi * Double($0) / Double(count)
      return 0.35875 - 0.48829 * cos(angle) + 0.14128 * cos(2 * angle) - 0.01168 * cos(3 * angle)
    }
  }

  /// The amplitude of a sine in a signal.
  static func amplitude(_ samples: [Float], hertz: Double, rateHz: Double = 48_000) -> Double {
    let window = window(samples.count)
    let weighted = zip(samples, window).map { Float(Double($0) * $1) }
    return 2 * gain(weighted, hertz: hertz, rateHz: rateHz) / window.reduce(0, +)
  }

  /// The powers of the lines of a signal, whose number is a power of two; a sine of amplitude 1 has
  /// 1 at its line.
  static func powers(_ samples: [Float]) -> [Double] {
    let transform = RealTransform(size: samples.count)
    let window = window(samples.count)
    let scale = 2 / window.reduce(0, +)
    for index in samples.indices {
      transform.signal[index] = Float(Double(samples[index]) * window[index])
    }
    let vectors = UnsafeMutablePointer<SIMD8<Float>>.allocate(capacity: 2 * transform.vectorCount)
    defer { vectors.deallocate() }
    transform.forward(into: vectors)
    return (0...samples.count / 2).map { bin in
      let real = Double(vectors[bin / 8][bin % 8])
      let imaginary = Double(vectors[transform.vectorCount + bin / 8][bin % 8])
      return scale * scale * (real * real + imaginary * imaginary)
    }
  }
}
