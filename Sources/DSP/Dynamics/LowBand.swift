// SPDX-License-Identifier: GPL-3.0-or-later

/// Turns down low frequencies where the whole would be too loud, and nothing else: what sounds
/// together with a kick stays as loud as it is. The gain does not follow the waves of a bass,
/// because it is held for longer than half of one.
///
/// The low band falls gently, by half at about 600 Hz. It comes from a threefold running mean,
/// whose delay is the same at all frequencies; the rest is the whole minus a share of it. If
/// nothing is turned down, the signal passes unchanged.
///
/// It has no `reset()`: use a new one for a new stream.
struct LowBand {
  /// The first null of the mean is one over its third.
  private static let meanSeconds: Float = 0.0018
  /// High frequencies may use at most half of the headroom.
  private static let mostHighShare: Float = 0.5
  /// A little more is taken away, so that a pure bass needs no further limiting.
  private static let share: Float = 1.02

  /// The delay of the output.
  let latencyFrames: Int
  private let channelCount: Int
  private let target: Float
  private var means: [ThreefoldMean]
  private var recovery: GainRecovery
  private var smoothing: ThreefoldMean
  private var whole: FrameDelay
  private var waiting: FrameDelay
  private var lows: FrameDelay

  /// A band at rest.
  ///
  /// - Parameter target: The highest amplitude of the whole, linear.
  init(
    _ settings: LookAheadLimiter.Settings, holdSeconds: Float, target: Float, channelCount: Int,
    sampleRateHz: Float
  ) {
    func frames(_ seconds: Float) -> Int {
      Units.frames(seconds: seconds, sampleRateHz: sampleRateHz)
    }
    let lookAhead = max(3, frames(settings.lookAheadSeconds))
    let half = max(1, frames(Self.meanSeconds / 2))
    self.channelCount = channelCount
    self.target = target
    means = Array(
      repeating: ThreefoldMean(windowFrames: 2 * half + 1, start: 0), count: channelCount)
    recovery = GainRecovery(
      windowFrames: lookAhead + 2 + frames(holdSeconds), releaseSeconds: settings.lowReleaseSeconds,
      sampleRateHz: sampleRateHz)
    smoothing = ThreefoldMean(windowFrames: lookAhead, start: 1)
    whole = FrameDelay(frames: half, channelCount: channelCount)
    waiting = FrameDelay(frames: lookAhead, channelCount: channelCount)
    lows = FrameDelay(frames: lookAhead, channelCount: channelCount)
    latencyFrames = half + lookAhead
  }

  /// Adds the next frame of numbers, and replaces it by the one from ``latencyFrames`` ago.
  mutating func process(_ frame: UnsafeMutablePointer<Float>) {
    var demand: Float = 1
    for channel in 0..<channelCount {
      let low = means[channel].process(frame[channel])
      let sum = whole.exchange(frame[channel], channel)
      let room = target - min(Self.mostHighShare * target, abs(sum - low))
      demand = min(demand, room / max(room, Self.share * abs(low)))
      frame[channel] = waiting.exchange(sum, channel)
      lows.put(low, channel)
    }
    let taken = 1 - smoothing.process(recovery.process(demand))
    for channel in 0..<channelCount { frame[channel] -= taken * lows.oldest(channel) }
    whole.advance()
    waiting.advance()
    lows.advance()
  }
}

/// Frames that wait, in a ring.
struct FrameDelay {
  private var samples: [Float]
  private let channelCount: Int
  private var next = 0

  /// Holds this many frames of zeros, at least one.
  init(frames: Int, channelCount: Int) {
    self.channelCount = channelCount
    samples = Array(repeating: 0, count: (frames + 1) * channelCount)
  }

  /// Puts in a sample of the newest frame, and returns the one of the oldest.
  mutating func exchange(_ sample: Float, _ channel: Int) -> Float {
    put(sample, channel)
    return oldest(channel)
  }

  /// Puts in a sample of the newest frame.
  mutating func put(_ sample: Float, _ channel: Int) { samples[next + channel] = sample }

  /// A sample of the oldest frame.
  func oldest(_ channel: Int) -> Float { samples[(next + channelCount) % samples.count + channel] }

  /// Goes on to the next frame.
  mutating func advance() { next = (next + channelCount) % samples.count }
}
