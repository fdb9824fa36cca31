// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

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
  /// - Parameter answerFrames: From a tap to its voice, the same for every tap: it is heard as long as that.
  public init(kit: Kit, buffers: BufferDelay, answerFrames: Int, device: StoredMeasurement?) {
    self.device = device
    var items = DelayItems(buffers)
    items.add(.hearing, frames: Double(answerFrames))
    if let own = device?.deviceMilliseconds { items.add(.deviceOwn, milliseconds: own) }
    items.add(.kitOnset, frames: Double(kit.medianOnsetFrames))
    items.add(.limiter, frames: Double(SoftLimiter.latencyFrames))
    self.items = items
  }
}
