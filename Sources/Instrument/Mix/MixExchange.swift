// SPDX-License-Identifier: GPL-3.0-or-later
import Realtime

/// Brings changes to the mixer, and brings back the effects that it no longer uses.
///
/// ``audioSide`` belongs to the audio thread, everything else to one other thread. It must outlive
/// the instrument.
public final class MixExchange: @unchecked Sendable {
  /// How many changes may be on their way.
  private static let capacity = 4096

  private let events: SPSCRing<MixEvent>
  private let retired: SPSCRing<EffectUnit>
  /// The audio thread's end.
  public let audioSide: AudioSide

  /// Nothing is on its way.
  public init() {
    events = SPSCRing(minimumCapacity: Self.capacity)
    // Each slot holds two at most, beside those on their way.
    retired = SPSCRing(
      minimumCapacity: Self.capacity + 2 * Rack.slotCount * MixBus.allCases.count)
    audioSide = AudioSide(events: events.consumer, retired: retired.producer)
  }

  deinit {
    freeRetired()
    while let event = events.consumer.pop() { event.free() }
  }

  /// Sends a change that takes effect on a frame; false, and nothing is kept, if too many are on
  /// their way. Changes come in order of their frames.
  public func send(_ change: MixEvent.Change, atFrame frame: Int) -> Bool {
    freeRetired()
    let event = MixEvent(change, atFrame: frame)
    guard events.producer.push(event) else {
      event.free()
      return false
    }
    return true
  }

  private func freeRetired() { while let unit = retired.consumer.pop() { unit.free() } }

  /// The audio thread's end.
  public struct AudioSide: BitwiseCopyable, @unchecked Sendable {
    let events: SPSCRing<MixEvent>.Consumer
    fileprivate let retired: SPSCRing<EffectUnit>.Producer

    /// Hands an effect back that is no longer used.
    @_noLocks func retire(_ unit: EffectUnit) {
      // There is room for all that can be on their way.
      _ = retired.push(unit)
    }
  }
}
