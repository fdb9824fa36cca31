// SPDX-License-Identifier: GPL-3.0-or-later

/// Makes loud sound softer: above its threshold the level rises `ratio` times more slowly. Both
/// sides have the same gain. Another sound, its key, can be heard in its place. No latency, no
/// look-ahead.
///
/// Static curve in decibels, over a knee of 6 dB: `y = x` below it, `y = x + (1 / ratio - 1)
/// (x - threshold + 3)² / 12` in it, `y = threshold + (x - threshold) / ratio` above it. Values:
/// threshold, -60...0 dBFS; ratio, 1...100; attack, 0.00005...0.5 s; release, 0.005...5 s, in which
/// the gain goes 63 % of the way in decibels; make-up gain, -24...24 dB. Source: D. Giannoulis, M. Massberg, J. D. Reiss, "Digital dynamic
/// range compressor design", J. AES 60, 2012: feed-forward, log domain, smooth decoupled detector.
public struct Compressor: StereoEffect, BitwiseCopyable, Sendable {
  private static var kneeDecibels: Float { @_noLocks get { 6 } }
  /// Reductions below this are none.
  private static var negligibleDecibels: Double { @_noLocks get { 1e-6 } }

  private let sampleRateHz: Float
  private var values: ValueGlide
  /// The reduction in decibels, without and with the attack.
  private var peak = 0.0
  private var reduction = 0.0

  /// A compressor at rest. Values: threshold, ratio, attack, release, make-up.
  public init(_ values: SIMD8<Float>, sampleRateHz: Float) {
    self.sampleRateHz = sampleRateHz
    self.values = ValueGlide(Self.held(values, sampleRateHz))
  }

  /// Threshold, the share of an excess that goes, shares of the way in a frame (attack, release),
  /// make-up.
  @_noLocks private static func held(_ values: SIMD8<Float>, _ rateHz: Float) -> SIMD8<Float> {
    SIMD8(
      EffectInput.held(values[0], -60, 0), 1 - 1 / EffectInput.held(values[1], 1, 100),
      EffectInput.share(
        seconds: EffectInput.held(values[2], 0.00005, 0.5), sampleRateHz: rateHz),
      EffectInput.share(seconds: EffectInput.held(values[3], 0.005, 5), sampleRateHz: rateHz),
      EffectInput.held(values[4], -24, 24), 0, 0, 0)
  }

  /// Takes on other values within `frameCount` frames.
  @_noLocks public mutating func glide(to values: SIMD8<Float>, frameCount: Int) {
    self.values.glide(to: Self.held(values, sampleRateHz), frameCount: frameCount)
  }

  /// Compresses frames of interleaved stereo in place.
  @_noLocks public mutating func process(_ frames: UnsafeMutablePointer<Float>, count: Int) {
    process(frames, count: count, key: nil)
  }

  /// Compresses frames of interleaved stereo in place, by the level of as many other frames.
  @_noLocks public mutating func process(
    _ frames: UnsafeMutablePointer<Float>, count: Int, key: UnsafePointer<Float>?
  ) {
    for index in 0..<count {
      let values = values.next()
      let frame = frames + 2 * index
      let input = EffectInput.frame(frame)
      let heard =
        key.map { SIMD2(EffectInput.sane($0[2 &* index]), EffectInput.sane($0[2 &* index &+ 1])) }
        ?? input
      let level = max(abs(heard.x), abs(heard.y))
      let over = Double(
        Self.reduction(level, thresholdDecibels: values[0], share: values[1]))
      peak = max(over, peak + Double(values[3]) * (over - peak))
      reduction += Double(values[2]) * (peak - reduction)
      if max(peak, reduction) < Self.negligibleDecibels { (peak, reduction) = (0, 0) }
      let decibels = values[4] - Float(reduction)
      let output = decibels == 0 ? input : input * Units.amplitude(decibels: decibels)
      (frame[0], frame[1]) = (output.x, output.y)
    }
  }

  /// By how many decibels the static curve lowers a level.
  @_noLocks private static func reduction(
    _ amplitude: Float, thresholdDecibels: Float, share: Float
  ) -> Float {
    let halfKnee = 0.5 * kneeDecibels
    // Below -66 dB there is no knee to find.
    guard amplitude > 0.0005 else { return 0 }
    let over = Units.decibels(amplitude: amplitude) - thresholdDecibels
    if over <= -halfKnee { return 0 }
    if over >= halfKnee { return share * over }
    return share * (over + halfKnee) * (over + halfKnee) / (2 * kneeDecibels)
  }
}
