// SPDX-License-Identifier: GPL-3.0-or-later

/// Keeps the output under a ceiling without touching what is quiet: for what is played and heard at once.
///
/// How high the wave rises is found between its samples, too, at 8 times the sample rate. As much as is too high is taken of
/// the whole wave, 24 frames long: of a tone above 1 kHz (at 48 kHz) every wave, so that it only becomes quieter. What is
/// lower is bent along ``ReductionCurve``. The gain falls in the 4 frames before a peak, so it makes no corners that would
/// alias: below -90 dB of any tone from 0.5 to 5 kHz, 12 dB over full scale, at any sample rate from 44.1 kHz.
///
/// What stays below -6 dBFS is delayed by ``latencyFrames`` and otherwise passes bit by bit. Whatever comes in, no sample
/// passes the ceiling; NaN is silence.
///
/// Sources: Recommendation ITU-R BS.1770-4, annex 2 (true peak); P. Hämäläinen, "Smoothing of the control signal without
/// clipped output in digital peak limiters", DAFx 2002 (a maximum, then a mean).
///
/// It has no `reset()`: a new stream takes a new one.
public struct SoftLimiter: ~Copyable {
  /// Where no sample within 23 frames is larger than this, -6 dBFS, samples pass bit by bit.
  public static var kneeAmplitude: Float { @_noLocks get { ReductionCurve.knee } }
  /// No sample is larger: -0.3 dBFS.
  public static var ceilingAmplitude: Float { @_noLocks get { 0.966_050_9 } }
  /// How much later the output is, at any sample rate: 0.17 ms at 48 kHz.
  public static var latencyFrames: Int { @_noLocks get { LimitedChannel.latencyFrames } }
  /// By how much the output is later.
  public var latencyFrames: Int { Self.latencyFrames }

  /// Samples in a frame.
  public let channelCount: Int
  private let channels: UnsafeMutablePointer<LimitedChannel>

  /// A limiter at rest.
  public init(channelCount: Int = 2) {
    precondition(channelCount > 0, "a frame has a channel")
    self.channelCount = channelCount
    channels = .allocate(capacity: channelCount)
    for channel in 0..<channelCount {
      (channels + channel).initialize(to: LimitedChannel())
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
