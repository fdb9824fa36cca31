// SPDX-License-Identifier: GPL-3.0-or-later

/// Lowers the gain before a peak comes, and raises it again after: nothing is bent, but the output is late. For recordings
/// and files, not for what is played along.
///
/// Peaks are true peaks: they are looked for between samples too. What is low may have a hold of its own, longer than half
/// of a wave lasts, so that the gain does not follow the waves of a bass.
///
/// Sources: Recommendation ITU-R BS.1770-4, annex 2 (true peak); EBU R 128 (its ceiling of -1 dBTP); P. Hämäläinen,
/// "Smoothing of the control signal without clipped output in digital peak limiters", DAFx 2002 (a minimum, then a mean).
/// Not for the audio thread.
///
/// It has no `reset()`: a new stream takes a new one.
public struct LookAheadLimiter: BlockLimiter {
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
    /// For what lies below 500 Hz the gain stays so long; nil where nothing is held for it.
    public var lowHoldSeconds: Float?

    /// For recordings: no pumping, no distorted bass, -1 dBTP as EBU R 128 asks for.
    public static let recording = Settings(
      ceilingDecibels: -1, lookAheadSeconds: 0.005, holdSeconds: 0.01, releaseSeconds: 0.15,
      lowHoldSeconds: 0.06)
    /// "Smart": turns down as briefly as can be, around peaks alone, and so follows the waves of a bass.
    public static let aroundPeaks = Settings(
      ceilingDecibels: -1, lookAheadSeconds: 0.0015, holdSeconds: 0, releaseSeconds: 0,
      lowHoldSeconds: nil)
  }

  private static let lowHz: Float = 500
  /// What is low counts for a little more, so that its gain and not that of all holds a pure bass.
  private static let lowShare: Float = 1.02
  /// By how much true peaks are held lower than asked: what is read too low of white noise, the gain's movement, rounding.
  private static let marginDecibels: Float = -0.2

  /// How much later the output is.
  public let latencyFrames: Int
  private let channelCount: Int
  private let target: Float
  private let ceiling: Float
  private var peaks: [TruePeakInterpolator]
  private var lows: [BiquadQuad]
  private var recovery: GainRecovery
  private var lowRecovery: GainRecovery?
  private var smoothing: GainSmoothing
  /// Whole frames that wait for their gain; a ring.
  private var waiting: [Float]
  private var next = 0

  /// A limiter at rest, for interleaved frames.
  public init(_ settings: Settings = .recording, channelCount: Int, sampleRateHz: Float) {
    func frames(_ seconds: Float) -> Int {
      Units.frames(seconds: seconds, sampleRateHz: sampleRateHz)
    }
    let lookAhead = max(3, frames(settings.lookAheadSeconds))
    self.channelCount = channelCount
    ceiling = Units.amplitude(decibels: settings.ceilingDecibels)
    target = Units.amplitude(decibels: settings.ceilingDecibels + Self.marginDecibels)
    peaks = Array(repeating: TruePeakInterpolator(), count: channelCount)
    lows = Array(repeating: Self.lowPass(sampleRateHz), count: channelCount)
    recovery = GainRecovery(
      windowFrames: lookAhead + 2 + frames(settings.holdSeconds),
      releaseSeconds: settings.releaseSeconds, sampleRateHz: sampleRateHz)
    lowRecovery = settings.lowHoldSeconds.map {
      GainRecovery(
        windowFrames: lookAhead + 2 + frames($0), releaseSeconds: settings.releaseSeconds,
        sampleRateHz: sampleRateHz)
    }
    smoothing = GainSmoothing(windowFrames: lookAhead)
    latencyFrames = lookAhead + TruePeakInterpolator.latencyFrames
    waiting = Array(repeating: 0, count: latencyFrames * channelCount)
  }

  private static func lowPass(_ sampleRateHz: Float) -> BiquadQuad {
    let section = BiquadCoefficients.lowPass(cutoffHz: lowHz, sampleRateHz: sampleRateHz)
    return BiquadQuad([section, .silence, .silence, .silence])
  }

  /// Limits the block; what leaves it came ``latencyFrames`` earlier.
  public mutating func process(_ block: inout MutableSpan<Float>) {
    for first in stride(from: 0, to: block.count, by: channelCount) {
      var peak: Float = 0
      var low: Float = 0
      for channel in 0..<channelCount {
        let sample = Self.sane(block[first + channel])
        block[first + channel] = sample
        peak = max(peak, peaks[channel].process(sample))
        if lowRecovery != nil { low = max(low, abs(lows[channel].process([sample, 0, 0, 0])[0])) }
      }
      let gain = gain(peak: peak, low: low)
      for channel in 0..<channelCount {
        let sample = gain * waiting[next + channel]
        waiting[next + channel] = block[first + channel]
        block[first + channel] = min(ceiling, max(-ceiling, sample))
      }
      next = (next + channelCount) % waiting.count
    }
  }

  private mutating func gain(peak: Float, low: Float) -> Float {
    var gain = recovery.process(min(1, target / max(peak, target)))
    let demand = min(1, target / max(Self.lowShare * low, target))
    if let held = lowRecovery?.process(demand) { gain = min(gain, held) }
    return smoothing.process(gain)
  }

  private static func sane(_ sample: Float) -> Float {
    sample == sample ? min(1e6, max(-1e6, sample)) : 0
  }
}
