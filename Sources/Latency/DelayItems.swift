// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// A delay in its parts. Every measurement and every forecast of a delay consists of them.
public struct DelayItems: Sendable, Equatable {
  private let sampleRateHz: Double
  private var milliseconds: [LatencyReport.Item: Double] = [:]

  /// The parts that buffers cause.
  public init(_ buffers: BufferDelay) {
    sampleRateHz = Double(buffers.sampleRateHz)
    add(.capturePeriod, frames: Double(buffers.periodFrames))
    add(.constantDelayMargin, frames: Double(buffers.marginFrames))
    add(.playbackBuffer, frames: Double(buffers.playbackFrames))
  }

  /// Adds what a drum takes from its voice to the output.
  ///
  /// - Parameters:
  ///   - kitOnsetFrames: How long it takes to be heard.
  ///   - effectFrames: The latency of the effects on its way.
  mutating func addDrum(kitOnsetFrames: Int, effectFrames: Int) {
    add(.kitOnset, frames: Double(kitOnsetFrames))
    if effectFrames > 0 { add(.effects, frames: Double(effectFrames)) }
    add(.limiter, frames: Double(Instrument.outputLatencyFrames))
  }

  /// Adds `frames` to an item.
  public mutating func add(_ item: LatencyReport.Item, frames: Double) {
    add(item, milliseconds: 1000 * frames / sampleRateHz)
  }

  /// Adds `more` milliseconds to an item.
  public mutating func add(_ item: LatencyReport.Item, milliseconds more: Double) {
    milliseconds[item, default: 0] += more
  }

  /// The sum of all items.
  public var sumMilliseconds: Double { stages.reduce(0) { $0 + $1.milliseconds } }

  /// All items with a value, in their usual order.
  public var stages: [LatencyReport.Stage] {
    LatencyReport.Item.allCases.compactMap { item in
      milliseconds[item].map { LatencyReport.Stage(item, milliseconds: $0) }
    }
  }
}
