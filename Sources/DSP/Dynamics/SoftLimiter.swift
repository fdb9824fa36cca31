// SPDX-License-Identifier: GPL-3.0-or-later

/// Keeps the output under a ceiling without touching what is quiet: for what is played and heard at once.
///
/// What passes -6 dBFS is saturated at 8 times the sample rate, so that little of it aliases: below -90 dB of tones
/// of 997 and 4999 Hz 12 dB over full scale at 48 kHz, up to -73 dB of some between 3.9 and 5 kHz. Only the difference that saturating makes goes through filters, and is taken from
/// the input, which is delayed by ``latencyFrames`` and otherwise passes bit by bit. Whatever comes in, no sample passes
/// the ceiling; NaN is silence.
public struct SoftLimiter: ~Copyable {
  /// Where no sample within 25 frames is larger than this, -6 dBFS, samples pass bit by bit.
  public static var kneeAmplitude: Float { @_noLocks get { 0.501_187_2 } }
  /// No sample is larger: -0.3 dBFS.
  public static var ceilingAmplitude: Float { @_noLocks get { 0.966_050_9 } }
  /// How much later the output is, at any sample rate: 0.15 ms at 48 kHz.
  public static var latencyFrames: Int { @_noLocks get { SaturationFilters.latencyFrames } }

  /// Samples in a frame.
  public let channelCount: Int
  private let channels: UnsafeMutablePointer<SaturatedChannel>

  /// A limiter at rest.
  public init(channelCount: Int = 2) {
    precondition(channelCount > 0, "a frame has a channel")
    self.channelCount = channelCount
    channels = .allocate(capacity: channelCount)
    for channel in 0..<channelCount {
      (channels + channel).initialize(to: SaturatedChannel(filters: .shared))
    }
  }

  deinit {
    for channel in 0..<channelCount { channels[channel].free() }
    channels.deallocate()
  }

  /// Limits a block of interleaved frames.
  @_noLocks public mutating func process(_ block: inout MutableSpan<Float>) {
    let channels = channels
    let channelCount = channelCount
    block.withUnsafeMutableBufferPointer { samples in
      guard let base = samples.baseAddress else { return }
      let frameCount = samples.count / channelCount
      for channel in 0..<channelCount {
        channels[channel].process(base + channel, count: frameCount, stride: channelCount)
      }
    }
  }
}
