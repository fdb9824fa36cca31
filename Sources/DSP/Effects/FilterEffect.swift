// SPDX-License-Identifier: GPL-3.0-or-later

/// A second-order section as an effect: a filter or an equaliser.
///
/// Values: cutoff or middle, 20...20,000 Hz; q, 0.1...30; gain of those that have one, -24...24 dB.
/// No latency beyond its own phase. Source: ``BiquadSection``.
public struct FilterEffect: StereoEffect, BitwiseCopyable, Sendable {
  /// What it does.
  public enum Kind: BitwiseCopyable, Sendable {
    case lowPass, highPass, bandPass, peak, lowShelf, highShelf
  }

  private let kind: Kind
  private let sampleRateHz: Float
  private var unit: FadingBiquad

  /// A filter that has heard nothing yet.
  public init(_ kind: Kind, _ values: SIMD8<Float>, sampleRateHz: Float) {
    (self.kind, self.sampleRateHz) = (kind, sampleRateHz)
    unit = FadingBiquad(
      Self.section(kind, values, sampleRateHz), hertz: Self.hertz(values))
  }

  @_noLocks private static func hertz(_ values: SIMD8<Float>) -> Float {
    EffectInput.held(values[0], 20, 20_000)
  }

  @_noLocks private static func section(
    _ kind: Kind, _ values: SIMD8<Float>, _ sampleRateHz: Float
  ) -> BiquadSection {
    let hertz = Self.hertz(values)
    let q = EffectInput.held(values[1], 0.1, 30)
    let gain = EffectInput.held(values[2], -24, 24)
    return switch kind {
    case .lowPass: .lowPass(cutoffHz: hertz, q: q, sampleRateHz: sampleRateHz)
    case .highPass: .highPass(cutoffHz: hertz, q: q, sampleRateHz: sampleRateHz)
    case .bandPass: .bandPass(cutoffHz: hertz, q: q, sampleRateHz: sampleRateHz)
    case .peak: .peak(hertz: hertz, q: q, gainDecibels: gain, sampleRateHz: sampleRateHz)
    case .lowShelf: .lowShelf(hertz: hertz, q: q, gainDecibels: gain, sampleRateHz: sampleRateHz)
    case .highShelf: .highShelf(hertz: hertz, q: q, gainDecibels: gain, sampleRateHz: sampleRateHz)
    }
  }

  /// Becomes another filter of its kind within `frameCount` frames.
  @_noLocks public mutating func glide(to values: SIMD8<Float>, frameCount: Int) {
    unit.glide(
      to: Self.section(kind, values, sampleRateHz), hertz: Self.hertz(values),
      frameCount: frameCount)
  }

  /// Filters frames of interleaved stereo in place. What is no number is silence.
  @_noLocks public mutating func process(_ frames: UnsafeMutablePointer<Float>, count: Int) {
    unit.process(frames, count: count)
  }
}
