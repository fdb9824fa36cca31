// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime
import DSP

/// The waveform of a hit's low frequencies around its onset, sample by sample: band levels leave it
/// out.
///
/// A surface struck in the same way vibrates in the same way: its first direction, and how its
/// modes begin in step, distinguish sounds before their spectra do. The signal is smoothed by a
/// triangle, which leaves little above 3 kHz, and high-passed at 100 Hz. It is read in steps that
/// are the same at every sample rate, and needs no memory between hits.
public enum HitWave {
  /// Distance of the points, in seconds.
  static var stepSeconds: Float { @_noLocks get { 0.000125 } }
  /// Points before the onset.
  static var leadCount: Int { @_noLocks get { 12 } }
  /// A hit is compared as if its onset had been found up to this many points earlier, and less than
  /// this many later.
  static var mostLag: Int { @_noLocks get { 12 } }
  /// How many lags that makes: three vectors of eight.
  static var lagCount: Int { @_noLocks get { 24 } }
  /// Hits are compared up to this horizon; later their spectra say more.
  public static var lastHorizon: Int { @_noLocks get { 4 } }
  /// Points of a comparison waveform: those of the last horizon at all lags.
  public static var templateCount: Int { @_noLocks get { 125 } }
  /// Points that are heard before the first, so that the high pass has settled.
  private static var warmCount: Int { @_noLocks get { 24 } }
  private static var highPassHz: Float { @_noLocks get { 100 } }
  /// Half of the triangle that smooths, in seconds.
  private static var smoothSeconds: Float { @_noLocks get { 1 / 6000 } }

  /// Points from the first one on of a hit heard up to a horizon: 16, 24, 33, 56 and 101.
  @_noLocks static func count(horizonSeconds: Float) -> Int {
    leadCount + Int(horizonSeconds / stepSeconds + 0.01)
  }

  /// Writes `count` points from `firstStep` on, counted from the onset, which only frames up to
  /// theirs enter.
  @_noLocks static func read(
    _ history: borrowing InputHistory, onsetFrame: Int, firstStep: Int, count: Int,
    sampleRateHz: Float, into points: UnsafeMutablePointer<Float>
  ) {
    let half = max(1, Int(smoothSeconds * sampleRateHz + 0.5))
    let scale = 1 / Float(half * half)
    let decay = rt_exp(-2 * .pi * highPassHz * stepSeconds)
    var (before, high): (Float, Float) = (0, 0)
    for index in -warmCount..<count {
      let frames = Float(firstStep + index) * stepSeconds * sampleRateHz
      let last = onsetFrame + Int(frames < 0 ? frames - 0.5 : frames + 0.5)
      var smooth: Float = 0
      for offset in 0..<2 * half - 1 {
        smooth += Float(min(offset + 1, 2 * half - 1 - offset)) * history[last - offset]
      }
      smooth *= scale
      if index > -warmCount { high = decay * high + smooth - before }
      before = smooth
      if index >= 0 { points[index] = high }
    }
  }

  /// The waveform for comparing later hits: the hit at `onsetFrame`, of which 12.5 ms must have
  /// been heard.
  public static func template(
    _ history: borrowing InputHistory, onsetFrame: Int, sampleRateHz: Float
  ) -> [Float] {
    [Float](unsafeUninitializedCapacity: templateCount) { buffer, count in
      guard let base = buffer.baseAddress else { return }
      read(
        history, onsetFrame: onsetFrame, firstStep: -leadCount - mostLag, count: templateCount,
        sampleRateHz: sampleRateHz, into: base)
      count = templateCount
    }
  }

  /// The waveform of a hit for judging at a horizon, up to ``lastHorizon``.
  public static func heard(
    _ history: borrowing InputHistory, onsetFrame: Int, horizon: Int, sampleRateHz: Float
  ) -> [Float] {
    let total = count(horizonSeconds: HitFeatures.horizonSeconds[horizon])
    return [Float](unsafeUninitializedCapacity: total) { buffer, count in
      guard let base = buffer.baseAddress else { return }
      read(
        history, onsetFrame: onsetFrame, firstStep: -leadCount, count: total,
        sampleRateHz: sampleRateHz, into: base)
      count = total
    }
  }
}
