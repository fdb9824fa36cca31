// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Instrument
import Kits

/// How long it will take from a tap to its sound, as far as that is known before the first tap.
public struct ExpectedDelay: Sendable {
  /// What is known to take time.
  public let items: DelayItems
  /// What tells the devices' part, where it was measured.
  public let device: StoredMeasurement?

  /// The sum of the items.
  public var milliseconds: Double { items.sumMilliseconds }

  /// What is to be expected of an instrument.
  ///
  /// - Parameters:
  ///   - kitOnsetFrames: How long the drums take to be heard: ``Kit/medianOnsetFrames``.
  ///   - certainty: How sure it answers: a tap is heard until it is certain to be one, and answered after a time that is
  ///     the same for every tap.
  public init(
    kitOnsetFrames: Int, buffers: BufferDelay, certainty: Certainty, device: StoredMeasurement?
  ) {
    self.device = device
    var items = DelayItems(buffers)
    let hearing = Self.frames(.fastest, buffers)
    items.add(.hearing, frames: hearing)
    items.add(.constantDelayMargin, frames: Self.frames(certainty, buffers) - hearing)
    if let own = device?.deviceMilliseconds { items.add(.deviceOwn, milliseconds: own) }
    items.add(.kitOnset, frames: Double(kitOnsetFrames))
    items.add(.limiter, frames: Double(Instrument.outputLatencyFrames))
    self.items = items
  }

  /// From a tap to its voice.
  private static func frames(_ certainty: Certainty, _ buffers: BufferDelay) -> Double {
    Double(
      Units.frames(
        seconds: certainty.answerDelaySeconds, sampleRateHz: Float(buffers.sampleRateHz)))
  }
}
