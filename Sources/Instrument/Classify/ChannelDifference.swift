// SPDX-License-Identifier: GPL-3.0-or-later

/// How a second microphone hears a hit differently from the first: how much louder in three bands,
/// and how much later. It shows where a hit is struck.
///
/// Sources: J. Blauert, "Spatial Hearing", rev. ed., 1997, ch. 2 (level and time differences of two
/// ears).
public struct ChannelDifference: BitwiseCopyable, Sendable, Equatable {
  /// Bands for the level difference: below ``ChannelComparison/lowHz``, from there to
  /// ``ChannelComparison/highHz``, and above.
  public static var bandCount: Int { @_noLocks get { 3 } }
  /// The lane of the time difference.
  static var delayLane: Int { @_noLocks get { 3 } }
  /// The unit of the time difference among decibels: 0.1 ms.
  static var delayUnitSeconds: Float { @_noLocks get { 0.0001 } }

  /// By how many decibels the second is louder in each band, and in the last lane how many tenths
  /// of a millisecond later.
  public var values = SIMD4<Float>.zero
  /// 1 in each lane that is known, else 0.
  public var known = SIMD4<Float>.zero

  /// A hit without a known difference: both channels are the same, or it does not stand out in
  /// them.
  @_noLocks public init() {}

  /// Something is known.
  public var isKnown: Bool { @_noLocks get { known.sum() > 0 } }

  /// By how many decibels the second channel is louder in a band; nil if that is not known.
  public func levelDecibels(band: Int) -> Float? { known[band] > 0 ? values[band] : nil }

  /// How much later the hit comes in the second channel, in seconds, within
  /// ±``ChannelComparison/mostDelaySeconds``; nil if that is not known.
  public var delaySeconds: Float? {
    known[Self.delayLane] > 0 ? values[Self.delayLane] * Self.delayUnitSeconds : nil
  }
}
