// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime
import DSP

/// The sound of a hit at a horizon: the spectrum from just before its onset to the horizon, taken
/// twice, with the weight on the beginning and on the end.
///
/// Two fine spectra say more than many coarse ones: the pitch of a body needs the whole time, and
/// their difference shows how the sound changes. Each horizon stands for itself. Learning and live
/// judging read the same features. Bands and windows are fixed in hertz and seconds, so that
/// learning at one sample rate serves at another.
public struct HitFeatures: ~Copyable {
  /// Times after the onset at which a window ends, in seconds, rising. They lie a little before 3,
  /// 6, 12 and 23 ms, so that a decision is made by these times even if the onset was found a
  /// little late.
  public static var horizonSeconds: [Float] {
    [0.0005, 0.0016, 0.0027, 0.0056, 0.0112, 0.0222, 0.045]
  }
  /// How many horizons there are.
  public static var horizonCount: Int { @_noLocks get { 7 } }
  /// Bands at a sample rate that carries them all.
  public static var bandCount: Int { @_noLocks get { 28 } }
  /// The highest point of each look's window, as a part of its length: early and late.
  static var summits: [Float] { [0.25, 0.75] }
  /// Looks at the time up to a horizon.
  public static var lookCount: Int { @_noLocks get { 2 } }
  /// How long before the onset a window begins.
  public static var leadSeconds: Float { @_noLocks get { 0.003 } }
  /// Power further below the loudest band counts as silence: -60 dB.
  static var floorRatio: Float { @_noLocks get { 1e-6 } }
  static var lowestHz: Float { @_noLocks get { 60 } }
  static var highestHz: Float { @_noLocks get { 16_000 } }
  /// Bands are about equally wide below this frequency, and a constant part of their frequency
  /// above it.
  static var bendHz: Float { @_noLocks get { 200 } }

  /// Bands that the sample rate carries; the higher ones are left out.
  public let availableBands: Int
  /// Horizon by horizon, look by look.
  private let windows: UnsafeMutablePointer<HitWindow>

  /// Makes the windows for a sample rate.
  public init(sampleRateHz: Float) {
    let edges = Self.edgesHz
    let available = (0..<Self.bandCount).prefix { edges[$0 + 2] <= 0.5 * sampleRateHz }.count
    availableBands = max(1, available)
    windows = .allocate(capacity: Self.horizonCount * Self.lookCount)
    for (horizon, seconds) in Self.horizonSeconds.enumerated() {
      for (look, summit) in Self.summits.enumerated() {
        (windows + horizon * Self.lookCount + look).initialize(
          to: HitWindow(
            leadSeconds: Self.leadSeconds, horizonSeconds: seconds, summit: summit,
            edgesHz: Array(edges[0..<availableBands + 2]), sampleRateHz: sampleRateHz))
      }
    }
  }

  deinit {
    windows.deinitialize(count: Self.horizonCount * Self.lookCount)
    windows.deallocate()
  }

  /// Writes the levels of one horizon in decibels, look by look the lowest `bandCount` bands. The
  /// frames up to `horizon` must have been heard.
  @_noLocks public mutating func levels(
    _ history: borrowing InputHistory, onsetFrame: Int, horizon: Int, bandCount: Int,
    into levels: UnsafeMutablePointer<Float>
  ) {
    for look in 0..<Self.lookCount {
      windows[horizon * Self.lookCount + look].powers(
        history, onsetFrame: onsetFrame, bandCount: bandCount, into: levels + look * bandCount)
    }
    let count = Self.lookCount * bandCount
    var loudest: Float = 1e-20
    for feature in 0..<count { loudest = max(loudest, levels[feature]) }
    let floor = loudest * Self.floorRatio
    for feature in 0..<count { levels[feature] = Units.decibels(power: levels[feature] + floor) }
  }

  /// The middle of the levels of one horizon, weighted by power: the base-2 logarithm of a
  /// frequency in hertz.
  @_noLocks static func brightnessOctaves(
    _ levels: UnsafePointer<Float>, bandCount: Int
  ) -> Float {
    let lowest = rt_log2(1 + lowestHz / bendHz)
    let perBand = (rt_log2(1 + highestHz / bendHz) - lowest) / Float(Self.bandCount + 1)
    var sum: Float = 0
    var total: Float = 0
    for look in 0..<lookCount {
      for band in 0..<bandCount {
        let power = Units.power(decibels: levels[look * bandCount + band])
        total += power
        sum += power * rt_log2(bendHz * (rt_exp2(lowest + perBand * Float(band + 1)) - 1))
      }
    }
    return sum / total
  }

  /// The edges and centres of the bands: band `b` spans the edges `b`, `b + 1` and `b + 2`.
  public static var edgesHz: [Float] {
    let lowest = rt_log2(1 + lowestHz / bendHz)
    let span = rt_log2(1 + highestHz / bendHz) - lowest
    return (0..<bandCount + 2).map {
      bendHz * (rt_exp2(lowest + span * Float($0) / Float(bandCount + 1)) - 1)
    }
  }
}
