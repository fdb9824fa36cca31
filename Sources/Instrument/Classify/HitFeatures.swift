// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime
import DSP

/// What a hit sounds like: band levels in windows that grow from the onset, one a horizon.
///
/// Learning and live judging read the same features. Bands and windows are fixed in hertz and seconds, so that what
/// was learned at one sample rate serves at another. Feature `horizon * bandCount + band` is known from `horizon` on.
public struct HitFeatures: ~Copyable {
  /// Times after the onset at which a window ends, in seconds, rising. The first starts the voice; they lie a little
  /// before 3, 6, 12 and 23 ms so that a decision is there by then though the onset was found a little late.
  public static var horizonSeconds: [Float] {
    [0.0005, 0.0016, 0.0027, 0.0056, 0.0116, 0.0226, 0.045]
  }
  /// How many horizons there are.
  public static var horizonCount: Int { @_noLocks get { 7 } }
  /// Bands at a sample rate that carries them all, evenly spaced over the logarithm of frequency.
  public static var bandCount: Int { @_noLocks get { 18 } }
  /// Features of a hit at the last horizon.
  public static var count: Int { @_noLocks get { horizonCount * bandCount } }
  /// How long before the onset a window begins.
  public static var leadSeconds: Float { @_noLocks get { 0.003 } }
  /// Where the window is highest, as a part of its length.
  public static var summit: Float { @_noLocks get { 0.6 } }
  /// What lies further below the loudest band is not told from silence: -60 dB.
  static var floorRatio: Float { @_noLocks get { 1e-6 } }
  static var lowestHz: Float { @_noLocks get { 100 } }
  static var highestHz: Float { @_noLocks get { 14_000 } }

  /// Bands that the sample rate carries; the higher ones are left out.
  public let availableBands: Int
  private let windows: UnsafeMutablePointer<HitWindow>

  /// Makes the windows for a sample rate.
  public init(sampleRateHz: Float) {
    let edges = Self.edgesHz
    let available = (0..<Self.bandCount).prefix { edges[$0 + 2] <= 0.5 * sampleRateHz }.count
    availableBands = max(1, available)
    windows = .allocate(capacity: Self.horizonCount)
    for (horizon, seconds) in Self.horizonSeconds.enumerated() {
      (windows + horizon).initialize(
        to: HitWindow(
          horizonSeconds: seconds, edgesHz: Array(edges[0..<availableBands + 2]),
          sampleRateHz: sampleRateHz))
    }
  }

  deinit {
    windows.deinitialize(count: Self.horizonCount)
    windows.deallocate()
  }

  /// Writes the ``availableBands`` levels of one window, in decibels, of which the frames up to `horizon` must have
  /// been heard.
  @_noLocks public mutating func levels(
    _ history: borrowing InputHistory, onsetFrame: Int, horizon: Int,
    into levels: UnsafeMutablePointer<Float>
  ) {
    windows[horizon].levels(history, onsetFrame: onsetFrame, into: levels)
  }

  /// Distance of the middles of neighbouring bands.
  public static var octavesPerBand: Double {
    Double(rt_log2(highestHz / lowestHz)) / Double(bandCount + 1)
  }

  /// Where the bands begin, culminate and end: band `b` spans the edges `b`, `b + 1` and `b + 2`.
  public static var edgesHz: [Float] {
    let octaves = rt_log2(highestHz / lowestHz)
    return (0..<bandCount + 2).map {
      lowestHz * rt_exp2(octaves * Float($0) / Float(bandCount + 1))
    }
  }
}
