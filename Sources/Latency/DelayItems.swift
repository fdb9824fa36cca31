// SPDX-License-Identifier: GPL-3.0-or-later

/// A delay item by item: what every measurement of one, and every forecast, is made of.
public struct DelayItems: Sendable, Equatable {
  private let sampleRateHz: Double
  private var milliseconds: [LatencyReport.Item: Double] = [:]

  /// The items that buffers are to blame for.
  public init(_ buffers: BufferDelay) {
    sampleRateHz = Double(buffers.sampleRateHz)
    add(.capturePeriod, frames: Double(buffers.periodFrames))
    add(.constantDelayMargin, frames: Double(buffers.marginFrames))
    add(.playbackBuffer, frames: Double(buffers.playbackFrames))
  }

  /// Counts `frames` to an item.
  public mutating func add(_ item: LatencyReport.Item, frames: Double) {
    add(item, milliseconds: 1000 * frames / sampleRateHz)
  }

  /// Counts `more` to an item.
  public mutating func add(_ item: LatencyReport.Item, milliseconds more: Double) {
    milliseconds[item, default: 0] += more
  }

  /// The sum of all items.
  public var sumMilliseconds: Double { stages.reduce(0) { $0 + $1.milliseconds } }

  /// The items that were counted, in the order in which they are told.
  public var stages: [LatencyReport.Stage] {
    LatencyReport.Item.allCases.compactMap { item in
      milliseconds[item].map { LatencyReport.Stage(item, milliseconds: $0) }
    }
  }
}
