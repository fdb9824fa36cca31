// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// The limiters.
public enum LimiterKind: String, CaseIterable, Sendable {
  /// For live playing: ``SoftLimiter``.
  case soft
  /// For recordings: ``LookAheadLimiter`` with ``LookAheadLimiter/Settings/recording``.
  case lookAhead = "look-ahead"
  /// Look-ahead around peaks only: ``LookAheadLimiter/Settings/aroundPeaks``.
  case smart
  /// ``SigmoidCompressor``.
  case sigmoid
  /// ``HardLimiter``.
  case hard

  /// The delay of the limiter's output at a sample rate.
  public func latencyFrames(sampleRateHz: Float) -> Int {
    switch self {
    case .soft: SoftLimiter.latencyFrames
    case .lookAhead: lookAhead(.recording, 1, sampleRateHz).latencyFrames
    case .smart: lookAhead(.aroundPeaks, 1, sampleRateHz).latencyFrames
    case .sigmoid, .hard: 0
    }
  }

  /// A whole sound after limiting, without the limiter's delay.
  public func limited(_ frames: [Float], channelCount: Int, sampleRateHz: Float) -> [Float] {
    switch self {
    case .soft: Self.whole(frames, channelCount, SoftLimiter(channelCount: channelCount))
    case .lookAhead:
      Self.whole(frames, channelCount, lookAhead(.recording, channelCount, sampleRateHz))
    case .smart:
      Self.whole(frames, channelCount, lookAhead(.aroundPeaks, channelCount, sampleRateHz))
    case .sigmoid: Self.whole(frames, channelCount, SigmoidCompressor())
    case .hard: Self.whole(frames, channelCount, HardLimiter())
    }
  }

  private func lookAhead(
    _ settings: LookAheadLimiter.Settings, _ channelCount: Int, _ sampleRateHz: Float
  ) -> LookAheadLimiter {
    LookAheadLimiter(settings, channelCount: channelCount, sampleRateHz: sampleRateHz)
  }

  private static func whole<Limiter: BlockLimiter & ~Copyable>(
    _ frames: [Float], _ channelCount: Int, _ limiter: consuming Limiter
  ) -> [Float] {
    let late = limiter.latencyFrames * channelCount
    var output = frames + [Float](repeating: 0, count: late)
    var span = output.mutableSpan
    limiter.process(&span)
    return Array(output.dropFirst(late))
  }
}
