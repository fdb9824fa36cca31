// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Realtime

/// Brings changes to the mixer, and brings back the effects that it no longer uses.
///
/// ``audioSide`` belongs to the audio thread, everything else to one other thread. It must outlive
/// the instrument.
public final class MixExchange: @unchecked Sendable {
  /// How many changes may be on their way.
  private static let capacity = 4096
  /// Each slot holds two effects at most; a few more may be on their way, as they take memory.
  private static let mostUnits = 2 * Rack.slotCount * RackPoint.count + 32

  private let events: SPSCRing<MixEvent>
  private let retired: SPSCRing<EffectUnit>
  /// Effects that were made and are not freed yet.
  private(set) var unitCount = 0
  /// The audio thread's end.
  public let audioSide: AudioSide

  /// Nothing is on its way.
  public init() {
    EffectTables.make()
    events = SPSCRing(minimumCapacity: Self.capacity)
    retired = SPSCRing(minimumCapacity: Self.capacity)
    audioSide = AudioSide(events: events.consumer, retired: retired.producer)
  }

  deinit {
    collect()
    while let event = events.consumer.pop() { event.free() }
  }

  /// Makes an effect that has heard nothing yet, to be sent; nil if too many are on their way.
  public func unit(_ setting: EffectSetting, sampleRateHz: Float) -> EffectUnit? {
    collect()
    guard unitCount < Self.mostUnits else { return nil }
    unitCount += 1
    return EffectUnit(setting, sampleRateHz: sampleRateHz)
  }

  /// Sends a change that takes effect on a frame; false, and nothing is kept, if too many are on
  /// their way. Changes come in order of their frames.
  public func send(_ change: MixEvent.Change, atFrame frame: Int) -> Bool {
    let event = MixEvent(change, atFrame: frame)
    if events.producer.push(event) { return true }
    if case .effect(_, let unit?, _, _) = change { free(unit) }
    return false
  }

  /// Frees the effects that came back.
  public func collect() { while let unit = retired.consumer.pop() { free(unit) } }

  private func free(_ unit: EffectUnit) {
    unit.free()
    unitCount -= 1
  }

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
