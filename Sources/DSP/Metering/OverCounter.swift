// SPDX-License-Identifier: GPL-3.0-or-later

/// A clip light that stays lit: counts how often a signal passes a limit. What passes it again within 50 ms is the same
/// time, so that a loud drum counts once.
///
/// It has no `reset()`: a new stream takes a new one.
public struct OverCounter: BitwiseCopyable, Sendable {
  private static var pauseSeconds: Float { 0.05 }

  /// Times so far.
  public private(set) var count = 0
  private let limit: Float
  private let pauseFrames: Int
  private var quietFrames: Int

  /// A counter at rest of amplitudes that are larger than `limit`.
  public init(limit: Float, sampleRateHz: Float) {
    self.limit = limit
    pauseFrames = Units.frames(seconds: Self.pauseSeconds, sampleRateHz: sampleRateHz)
    quietFrames = pauseFrames
  }

  /// Takes in the next frame's largest amplitude.
  @_noLocks public mutating func process(_ amplitude: Float) {
    if amplitude > limit {
      if quietFrames >= pauseFrames { count &+= 1 }
      quietFrames = 0
    } else {
      quietFrames &+= 1
    }
  }
}
