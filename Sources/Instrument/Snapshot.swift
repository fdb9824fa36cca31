// SPDX-License-Identifier: GPL-3.0-or-later

/// What the interface shows of the instrument.
public struct Snapshot: BitwiseCopyable, Sendable {
  /// By how much peaks fall from block to block, as a factor.
  static var peakDecay: Float { @_noLocks get { 0.99 } }

  /// Output frames played.
  public var frame = 0
  /// Largest amplitude of the input, falling slowly.
  public var inputPeak: Float = 0
  /// Largest amplitude of the output, falling slowly.
  public var outputPeak: Float = 0
  /// Voices that sound.
  public var soundingVoices = 0
  /// Hits settled.
  public var hits = 0
  /// Hits that were certain too late for the constant delay and sounded at once.
  public var lateHits = 0
  /// Hits that nobody fetched in time from the ring.
  public var untoldHits = 0

  /// Nothing has happened.
  public init() {}
}
