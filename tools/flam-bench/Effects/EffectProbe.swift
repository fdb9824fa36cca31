// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Instrument

/// Plays signals through an effect and measures what comes out.
struct EffectProbe {
  let setting: EffectSetting
  var sampleRateHz = 48_000.0

  /// An effect with values that differ from the usual ones.
  init(_ effect: Effect, _ values: [String: Float] = [:], sampleRateHz: Double = 48_000) {
    var setting = EffectSetting(effect)
    for (name, value) in values { setting[name] = value }
    (self.setting, self.sampleRateHz) = (setting, sampleRateHz)
  }

  /// The left side of what comes of the same samples on both sides, in blocks of 64 frames.
  func play(_ samples: [Float]) -> [Float] {
    let unit = EffectUnit(setting, sampleRateHz: Float(sampleRateHz))
    defer { unit.free() }
    var frames = samples.flatMap { [$0, $0] }
    frames.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      for first in stride(from: 0, to: samples.count, by: 64) {
        unit.process(base + 2 * first, count: min(64, samples.count - first))
      }
    }
    return stride(from: 0, to: frames.count, by: 2).map { frames[$0] }
  }

  /// What comes of a sample of 1, and silence.
  func impulseResponse(count: Int = 1 << 15) -> [Float] {
    play([1] + [Float](repeating: 0, count: count - 1))
  }

  /// By how many frames an effect delays a click: the middle of the loudest that comes, or the first
  /// that comes of one that says that it delays nothing, as a filter's phase is none.
  var measuredLatencyFrames: Double {
    let place = 256
    var click = [Float](repeating: 0, count: 8192)
    click[place] = 0.5
    let output = play(click)
    let most = output.reduce(0) { max($0, abs($1)) }
    let share: Float = declaredLatencyFrames == 0 ? 1e-6 : 0.999
    let loudest = output.indices.filter { abs(output[$0]) > share * most }
    guard let first = loudest.first, let last = loudest.last, most > 0 else { return 0 }
    return (declaredLatencyFrames == 0 ? Double(first) : Double(first + last) / 2) - Double(place)
  }

  /// What it says of itself.
  var declaredLatencyFrames: Int {
    let unit = EffectUnit(setting, sampleRateHz: Float(sampleRateHz))
    defer { unit.free() }
    return unit.latencyFrames
  }

  /// A sine of an amplitude.
  func sine(hertz: Double, amplitude: Double, count: Int) -> [Float] {
    (0..<count).map { Float(amplitude * sin(2 * .pi * hertz * Double($0) / sampleRateHz)) }
  }
}

/// The spectrum of a response at single frequencies.
struct ResponseSpectrum {
  let response: [Float]
  let sampleRateHz: Double

  /// The gain at a frequency, and the group delay in frames.
  func point(hertz: Double) -> (gain: Double, delayFrames: Double) {
    let angle = 2 * .pi * hertz / sampleRateHz
    let (stepCosine, stepSine) = (cos(angle), sin(angle))
    var (cosine, sine) = (1.0, 0.0)
    var (real, imaginary, weightedReal, weightedImaginary) = (0.0, 0.0, 0.0, 0.0)
    for (frame, sample) in response.enumerated() {
      let (x, y) = (Double(sample) * cosine, -Double(sample) * sine)
      real += x
      imaginary += y
      weightedReal += Double(frame) * x
      weightedImaginary += Double(frame) * y
      (cosine, sine) = (
        cosine * stepCosine - sine * stepSine, sine * stepCosine + cosine * stepSine
      )
    }
    let power = real * real + imaginary * imaginary
    let delay = power > 0 ? (weightedReal * real + weightedImaginary * imaginary) / power : 0
    return (power.squareRoot(), delay)
  }

  func decibels(hertz: Double) -> Double { 20 * log10(max(1e-15, point(hertz: hertz).gain)) }

  /// Where the response crosses 3 dB below its most between two frequencies; nil if it does not.
  func cutoffHz(from low: Double, to high: Double, below most: Double) -> Double? {
    var (left, right) = (low, high)
    let isFalling = decibels(hertz: left) > most - Self.halfPower
    guard isFalling != (decibels(hertz: right) > most - Self.halfPower) else { return nil }
    for _ in 0..<30 {
      let middle = (left * right).squareRoot()
      if (decibels(hertz: middle) > most - Self.halfPower) == isFalling {
        left = middle
      } else {
        right = middle
      }
    }
    return (left * right).squareRoot()
  }

  /// 10 log10 2.
  private static let halfPower = 3.010_299_957
}
