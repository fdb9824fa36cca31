// SPDX-License-Identifier: GPL-3.0-or-later
import Latency
import AudioIO

/// The result of a device setting under load.
public struct StressStep: Sendable {
  /// The devices' sample rate.
  public let rateHz: Int
  /// The devices' period.
  public let periodFrames: Int
  /// Periods in the buffer.
  public let periods: Int
  /// How long it played.
  public let seconds: Double
  /// How many pops there were.
  public let pops: Int
  /// Pops caused by our own work, not by the system.
  public let ownPops: Int
  /// The largest number of voices that sounded.
  public let voices: Int
  /// Taps of the take that were heard.
  public let hits: Int
  /// How long the blocks took.
  public let blockTimes: TimeFigures
  /// How late the audio thread woke up.
  public let wakeUpTimes: TimeFigures
  /// From tap to sound, without converters; nil if no hit was settled.
  public let delay: LatencyReport?

  /// It never popped.
  public var isStable: Bool { pops == 0 }
  /// The longest block time in 9999 of 10 000 blocks, in milliseconds.
  public var blockMilliseconds: Double { 1e-6 * Double(blockTimes.p9999) }
  /// How late the audio thread woke up 9999 of 10 000 times at most, in milliseconds.
  public var wakeUpMilliseconds: Double { 1e-6 * Double(wakeUpTimes.p9999) }
  /// The budget is kept.
  public var isWithinBudget: Bool { delay?.withinBudget ?? false }
}

extension StressStep: Encodable {
  private enum CodingKeys: String, CodingKey {
    case rateHz, periodFrames, periods, seconds, pops, ownPops, voices, hits, isStable
    case delayMilliseconds, blockMilliseconds, wakeUpMilliseconds
  }

  /// Writes times in milliseconds.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(rateHz, forKey: .rateHz)
    try container.encode(periodFrames, forKey: .periodFrames)
    try container.encode(periods, forKey: .periods)
    try container.encode(seconds, forKey: .seconds)
    try container.encode(pops, forKey: .pops)
    try container.encode(ownPops, forKey: .ownPops)
    try container.encode(voices, forKey: .voices)
    try container.encode(hits, forKey: .hits)
    try container.encode(isStable, forKey: .isStable)
    try container.encode(delay?.medianMilliseconds, forKey: .delayMilliseconds)
    try container.encode(Self.milliseconds(blockTimes), forKey: .blockMilliseconds)
    try container.encode(Self.milliseconds(wakeUpTimes), forKey: .wakeUpMilliseconds)
  }

  private static func milliseconds(_ times: TimeFigures) -> [String: Double] {
    [
      "median": 1e-6 * Double(times.median), "p99": 1e-6 * Double(times.p99),
      "p9999": 1e-6 * Double(times.p9999), "max": 1e-6 * Double(times.max),
    ]
  }
}
