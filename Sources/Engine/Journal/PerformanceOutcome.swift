// SPDX-License-Identifier: GPL-3.0-or-later

/// The outcome of a live performance.
public struct PerformanceOutcome: Codable, Sendable, Equatable {
  /// Length of the playing.
  public var seconds: Double
  /// Hits that were heard.
  public var hits: Int
  /// Hits that were answered later than the rest; null if it ended before that was known.
  public var lateHits: Int?
  /// How many pops there were; null if it ended before that was known.
  public var pops: Int?
  /// Peak of the output in dBFS; null for silence.
  public var peakDecibels: Float?
  /// Integrated loudness of the output, in LUFS; missing if it was not measured yet, or is silence.
  public var loudnessLUFS: Float?
  /// The tempo of the hits; null if they are too few to find one.
  public var beatsPerMinute: Double?
  /// Tap to sound, median in milliseconds; null if nothing was played.
  public var latencyMilliseconds: Double?
  /// Frames that the disk was too slow for.
  public var lostFrames: Int
  /// Why the recording ended before the playing; null if it did not.
  public var failure: String?
  /// Why it cannot be played again bit for bit; null if it can.
  public var notReplayable: String?

  /// An outcome.
  public init(
    seconds: Double, hits: Int, lateHits: Int?, pops: Int?, peakDecibels: Float?,
    latencyMilliseconds: Double?, lostFrames: Int, failure: String?, notReplayable: String?
  ) {
    self.seconds = seconds
    self.hits = hits
    self.lateHits = lateHits
    self.pops = pops
    self.peakDecibels = peakDecibels
    self.latencyMilliseconds = latencyMilliseconds
    self.lostFrames = lostFrames
    self.failure = failure
    self.notReplayable = notReplayable
  }
}
