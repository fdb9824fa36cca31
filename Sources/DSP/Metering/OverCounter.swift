// SPDX-License-Identifier: GPL-3.0-or-later

/// A clip light that stays on: counts how often a signal exceeds a limit. If it exceeds the limit
/// again within 50 ms, that counts as the same time, so that a loud drum counts once.
///
/// It has no `reset()`: use a new one for a new stream.
public struct OverCounter: BitwiseCopyable, Sendable {
  private static var pauseSeconds: Float { 0.05 }

  /// The count so far.
  public private(set) var count = 0
  private let limit: Float
  private let pauseFrames: Int
  private var quietFrames: Int

  /// A counter at rest, for amplitudes above `limit`.
  public init(limit: Float, sampleRateHz: Float) {
    self.limit = limit
    pauseFrames = Units.frames(seconds: Self.pauseSeconds, sampleRateHz: sampleRateHz)
    quietFrames = pauseFrames
  }

  /// Adds the largest amplitude of the next frame.
  @_noLocks public mutating func process(_ amplitude: Float) {
    if amplitude > limit {
      if quietFrames >= pauseFrames { count &+= 1 }
      quietFrames = 0
    } else {
      quietFrames &+= 1
    }
  }
}
