// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Instrument
import Kits

/// The delay from a tap to its drum, as far as it is known before the first tap.
public struct ExpectedDelay: Sendable {
  /// The known parts.
  public let items: DelayItems
  /// The measurement of the devices' own delay, if there is one.
  public let device: StoredMeasurement?

  /// The sum of the items.
  public var milliseconds: Double { items.sumMilliseconds }

  /// The expected delay of an instrument.
  ///
  /// - Parameters:
  ///   - kitOnsetFrames: How long the drums take to be heard: ``Kit/medianOnsetFrames``.
  ///   - effectFrames: The latency of the effects on the way of the drums.
  ///   - certainty: How much of a tap is heard before its drum starts; the time is the same for
  ///     every tap.
  public init(
    kitOnsetFrames: Int, effectFrames: Int = 0, buffers: BufferDelay, certainty: Certainty,
    device: StoredMeasurement?
  ) {
    self.device = device
    var items = DelayItems(buffers)
    let hearing = Self.frames(.fastest, buffers)
    items.add(.hearing, frames: hearing)
    items.add(.constantDelayMargin, frames: Self.frames(certainty, buffers) - hearing)
    if let own = device?.deviceMilliseconds { items.add(.deviceOwn, milliseconds: own) }
    items.addDrum(kitOnsetFrames: kitOnsetFrames, effectFrames: effectFrames)
    self.items = items
  }

  /// The time from a tap to its voice.
  private static func frames(_ certainty: Certainty, _ buffers: BufferDelay) -> Double {
    Double(
      Units.frames(
        seconds: certainty.answerDelaySeconds, sampleRateHz: Float(buffers.sampleRateHz)))
  }
}
