// SPDX-License-Identifier: GPL-3.0-or-later

/// Further clicks of a sound after a single strike: the clicks of a ratchet, the hands in a clap,
/// the key that springs back.
public struct Burst: BitwiseCopyable, Sendable, Equatable {
  /// A burst ends within this time, in seconds after its hit: sooner than most people repeat a
  /// stroke.
  public static let longestSeconds: Float = 0.12

  /// The earliest time of the first click after its hit, in seconds.
  public var earliestSeconds: Float
  /// The latest time of the last click after its hit, in seconds.
  public var latestSeconds: Float
  /// The loudest of it against the peak of its hit, in decibels.
  public var decibels: Float

  /// A burst of a length and loudness.
  public init(earliestSeconds: Float, latestSeconds: Float, decibels: Float) {
    self.earliestSeconds = earliestSeconds
    self.latestSeconds = latestSeconds
    self.decibels = decibels
  }

  /// A sound that strikes once.
  public static let none = Burst(earliestSeconds: 0, latestSeconds: 0, decibels: -200)
}
