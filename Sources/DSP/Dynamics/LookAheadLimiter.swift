// SPDX-License-Identifier: GPL-3.0-or-later

/// Lowers the gain before a peak comes, and raises it again after: nothing is bent, but the output is late. For recordings
/// and files, not for what is played along.
///
/// Peaks are true peaks: they are looked for between samples too. What is low may be turned down first and alone
/// (``LowBand``), so that neither the gain follows the waves of a bass nor a kick takes down what sounds with it.
///
/// Sources: Recommendation ITU-R BS.1770-4, annex 2 (true peak); EBU R 128 (its ceiling of -1 dBTP); P. Hämäläinen,
/// "Smoothing of the control signal without clipped output in digital peak limiters", DAFx 2002 (a minimum, then a mean).
/// Not for the audio thread.
///
/// It has no `reset()`: a new stream takes a new one.
public struct LookAheadLimiter {
  /// How it answers a peak.
  public struct Settings: Sendable {
    /// Highest true peak of the output, in dBTP.
    public var ceilingDecibels: Float
    /// Time in which the gain falls.
    public var lookAheadSeconds: Float
    /// Time for which it stays.
    public var holdSeconds: Float
    /// Time in which it covers 63 % of the way back; 0: it goes back as it came.
    public var releaseSeconds: Float
    /// What is low is turned down first, for so long; nil if it is not.
    public var lowHoldSeconds: Float?
    /// Time in which it covers 63 % of the way back.
    public var lowReleaseSeconds: Float = 0.15

    /// For recordings: no pumping, no distorted bass, -1 dBTP as EBU R 128 asks for.
    public static let recording = Settings(
      ceilingDecibels: -1, lookAheadSeconds: 0.005, holdSeconds: 0.01, releaseSeconds: 0.05,
      lowHoldSeconds: 0.06)
    /// "Smart": turns down as briefly as can be, around peaks alone, and so follows the waves of a bass.
    public static let aroundPeaks = Settings(
      ceilingDecibels: -1, lookAheadSeconds: 0.0015, holdSeconds: 0, releaseSeconds: 0,
      lowHoldSeconds: nil)
  }

  /// By how much true peaks are held lower than asked: what is read too low of white noise, the gain's movement, rounding.
  private static let marginDecibels: Float = -0.5

  /// How much later the output is.
  public let latencyFrames: Int
  private let channelCount: Int
  private let target: Float
  private let ceiling: Float
  private var peaks: [TruePeakInterpolator]
  private var low: LowBand?
  private var recovery: GainRecovery
  private var smoothing: ThreefoldMean
  /// What waits for its gain.
  private var waiting: FrameDelay

  /// A limiter at rest, for interleaved frames.
  public init(_ settings: Settings = .recording, channelCount: Int, sampleRateHz: Float) {
    func frames(_ seconds: Float) -> Int {
      Units.frames(seconds: seconds, sampleRateHz: sampleRateHz)
    }
    let lookAhead = max(3, frames(settings.lookAheadSeconds))
    self.channelCount = channelCount
    ceiling = Units.amplitude(decibels: settings.ceilingDecibels)
    let target = Units.amplitude(decibels: settings.ceilingDecibels + Self.marginDecibels)
    self.target = target
    peaks = Array(repeating: TruePeakInterpolator(), count: channelCount)
    let low = settings.lowHoldSeconds.map {
      LowBand(
        settings, holdSeconds: $0, target: target, channelCount: channelCount,
        sampleRateHz: sampleRateHz)
    }
    recovery = GainRecovery(
      windowFrames: lookAhead + 2 + frames(settings.holdSeconds),
      releaseSeconds: settings.releaseSeconds, sampleRateHz: sampleRateHz)
    smoothing = ThreefoldMean(windowFrames: lookAhead, start: 1)
    let waitingFrames = lookAhead + TruePeakInterpolator.latencyFrames
    waiting = FrameDelay(frames: waitingFrames, channelCount: channelCount)
    latencyFrames = waitingFrames + (low?.latencyFrames ?? 0)
    self.low = low
  }

  /// Limits the block; what leaves it came ``latencyFrames`` earlier.
  public mutating func process(_ block: inout MutableSpan<Float>) {
    block.withUnsafeMutableBufferPointer { samples in
      guard let base = samples.baseAddress else { return }
      for first in stride(from: 0, to: samples.count, by: channelCount) { process(base + first) }
    }
  }

  private mutating func process(_ frame: UnsafeMutablePointer<Float>) {
    for channel in 0..<channelCount { frame[channel] = Self.sane(frame[channel]) }
    low?.process(frame)
    var peak: Float = 0
    for channel in 0..<channelCount { peak = max(peak, peaks[channel].process(frame[channel])) }
    let gain = smoothing.process(recovery.process(min(1, target / max(peak, target))))
    for channel in 0..<channelCount {
      let sample = gain * waiting.exchange(frame[channel], channel)
      frame[channel] = min(ceiling, max(-ceiling, sample))
    }
    waiting.advance()
  }

  private static func sane(_ sample: Float) -> Float {
    sample == sample ? min(1e6, max(-1e6, sample)) : 0
  }
}
