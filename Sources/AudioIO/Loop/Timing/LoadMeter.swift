// SPDX-License-Identifier: GPL-3.0-or-later
import Histogram

/// The load of a loop: histograms of block times, and of the time left until a pop.
///
/// It belongs to the thread that asks; the audio thread only hands over plain values. The
/// histograms keep three digits from a nanosecond to seconds (HdrHistogram, G. Tene,
/// hdrhistogram.org), so that rare long blocks are as exact as common short ones.
public struct LoadMeter: Sendable {
  /// "Recent" covers between this and twice this, in seconds.
  static let recentSeconds = 5.0

  typealias Times = Histogram<UInt32>

  /// The length of a period, in nanoseconds.
  public let periodNanoseconds: Int
  /// How late the thread may be awake and finished before a pop, in nanoseconds.
  public let slackNanoseconds: Int
  private var blocks = LoadMeter.times(.three)
  private var work = LoadMeter.times(.three)
  private var wakeUps = LoadMeter.times(.three)
  /// Of now and of the time before.
  private var recent = (Recent(), Recent())

  struct Recent {
    var count = 0
    var blocks = LoadMeter.times(.two)
    var work = LoadMeter.times(.two)
    /// The delays caused by the system, asleep or at work.
    var heldUp = LoadMeter.times(.two)
    /// The share of the slack that late wake-ups and work have used, in thousandths.
    var used = LoadMeter.times(.two)
  }

  private static func times(_ digits: SignificantDigits) -> Times {
    Times(highestTrackableValue: 8_000_000_000, numberOfSignificantValueDigits: digits)
  }

  /// An empty meter.
  public init(periodNanoseconds: Int, slackNanoseconds: Int) {
    self.periodNanoseconds = max(1, periodNanoseconds)
    self.slackNanoseconds = max(1, slackNanoseconds)
  }

  /// A meter of `loop`.
  public init(_ loop: AudioLoop) {
    self.init(
      periodNanoseconds: loop.statistics().periodNanoseconds,
      slackNanoseconds: loop.slackNanoseconds)
  }

  /// Adds the work of `loop` since the last time.
  public mutating func update(from loop: AudioLoop) {
    while let timing = loop.nextTiming() { record(timing) }
  }

  /// Adds one block.
  public mutating func record(_ timing: BlockTiming) {
    let block = UInt64(timing.blockNanoseconds)
    let late = UInt64(timing.lateNanoseconds)
    blocks.record(block)
    work.record(UInt64(timing.workNanoseconds))
    wakeUps.record(late)
    recent.0.count += 1
    recent.0.blocks.record(block)
    recent.0.work.record(UInt64(timing.workNanoseconds))
    recent.0.heldUp.record(UInt64(timing.heldUpNanoseconds))
    recent.0.used.record(min(8_000_000, (block + late) * 1000 / UInt64(slackNanoseconds)))
    guard Double(recent.0.count * periodNanoseconds) > 1e9 * Self.recentSeconds else { return }
    recent = (Recent(), recent.0)
  }

  /// The number of blocks.
  public var count: Int { Int(blocks.totalCount) }
  /// Times of all blocks.
  public var blockTimes: TimeFigures { TimeFigures(blocks) }
  /// Processor time of all blocks: our own work.
  public var workTimes: TimeFigures { TimeFigures(work) }
  /// How late the thread woke up for all blocks.
  public var wakeUpTimes: TimeFigures { TimeFigures(wakeUps) }

  /// Shares of the period that recent blocks took: half of them no more than the median, and the
  /// longest.
  public var recentShares: (median: Double, worst: Double) {
    let both = recently(\.blocks)
    let period = Double(periodNanoseconds)
    return (Double(both.valueAtPercentile(50)) / period, Double(both.maxRecorded) / period)
  }

  /// Recent values of one kind.
  func recently(_ kind: KeyPath<Recent, Times>) -> Times {
    var both = recent.0[keyPath: kind]
    both.add(recent.1[keyPath: kind])
    return both
  }
}
