// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc

extension Effect {
  /// It changes each frequency by a gain of its own, which stays the same.
  public var isFilter: Bool {
    switch self {
    case .lowpass, .highpass, .bandpass, .peak, .lowshelf, .highshelf, .fir, .average: true
    default: false
    }
  }
}

/// The response of the filters among effects one after the other, measured by an impulse.
public struct FilterCurve: Sendable {
  /// The frequencies, evenly spaced by their ratios, in Hz.
  public static let frequenciesHz: [Float] = (0...pointCount).map {
    20 * Units.ratio(cents: 1200 * Float($0) / Float(pointCount) * 9.965_784)
  }
  private static let pointCount = 96
  /// Softer than this is shown as this, in decibels.
  private static let leastDecibels: Float = -120
  /// Later nothing is left but the end of the sharpest filters at the lowest frequencies.
  private static let seconds: Float = 1.5

  /// The gain at each frequency, in decibels; the least above half of the sample rate.
  public let decibels: [Float]

  /// The response of effects in their order; bypassed ones, and what are no filters, change nothing.
  public init(_ effects: [EffectSetting], sampleRateHz: Float) {
    let chain = EffectChain(
      effects.filter { $0.effect.isFilter && !$0.isBypassed }, sampleRateHz: sampleRateHz)
    let frameCount = Units.frames(seconds: Self.seconds, sampleRateHz: sampleRateHz)
    var frames = [Float](repeating: 0, count: 2 * frameCount)
    frames[0] = 1
    chain.process(&frames)
    decibels = Self.frequenciesHz.map { frequencyHz in
      guard frequencyHz < sampleRateHz / 2 else { return Self.leastDecibels }
      return max(
        Self.leastDecibels,
        Self.decibels(frames, radians: 2 * .pi * Double(frequencyHz) / Double(sampleRateHz)))
    }
  }

  /// The gain of an impulse response at a frequency in radians a frame: Goertzel's sum.
  private static func decibels(_ frames: [Float], radians: Double) -> Float {
    let turn = 2 * cos(radians)
    var (last, before) = (0.0, 0.0)
    for index in stride(from: 0, to: frames.count, by: 2) {
      (last, before) = (Double(frames[index]) + turn * last - before, last)
    }
    let power = last * last + before * before - turn * last * before
    return power > 0 ? Float(10 * log10(power)) : leastDecibels
  }
}
