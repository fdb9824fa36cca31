// SPDX-License-Identifier: GPL-3.0-or-later

/// Turns down what is low where the whole would be too loud, and nothing else: what sounds with a kick stays as loud as it
/// is. The gain does not follow the waves of a bass, since it is held longer than half of one.
///
/// The low band falls gently, by half at some 600 Hz, by a threefold running mean, whose delay is the same at all frequencies: what
/// remains is the whole less a share of it. Where nothing is turned down, all passes as it is.
///
/// It has no `reset()`: a new stream takes a new one.
struct LowBand {
  /// The first null of the mean is one over its third.
  private static let meanSeconds: Float = 0.0018
  /// What is high may take at most half of the room.
  private static let mostHighShare: Float = 0.5
  /// A little more is taken away, so that nothing is left to do of a pure bass.
  private static let share: Float = 1.02

  /// How much later the output is.
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
  /// - Parameter target: Highest amplitude of the whole, linear.
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

  /// Takes in the next frame of numbers, and leaves the one of ``latencyFrames`` ago there.
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

/// Frames that wait; a ring.
struct FrameDelay {
  private var samples: [Float]
  private let channelCount: Int
  private var next = 0

  /// Holds so many frames of zeros, at least one.
  init(frames: Int, channelCount: Int) {
    self.channelCount = channelCount
    samples = Array(repeating: 0, count: (frames + 1) * channelCount)
  }

  /// Puts a sample of the newest frame in and gives that of the oldest.
  mutating func exchange(_ sample: Float, _ channel: Int) -> Float {
    put(sample, channel)
    return oldest(channel)
  }

  /// Puts a sample of the newest frame in.
  mutating func put(_ sample: Float, _ channel: Int) { samples[next + channel] = sample }

  /// A sample of the oldest frame.
  func oldest(_ channel: Int) -> Float { samples[(next + channelCount) % samples.count + channel] }

  /// Goes on to the next frame.
  mutating func advance() { next = (next + channelCount) % samples.count }
}
