// SPDX-License-Identifier: GPL-3.0-or-later

/// The effects of a bus or a drum, on the audio thread: its sum passes the slots in their order. Its owner
/// frees it.
struct Rack: BitwiseCopyable {
  /// How many slots it has.
  static var slotCount: Int { @_noLocks get { 8 } }

  private let slots: UnsafeMutablePointer<EffectSlot>
  /// Frames pass unchanged, and no effect begins.
  private(set) var isIdle: Bool

  /// A rack that holds effects from the first frame on, by their slots, which count from 1.
  init(
    _ settings: [Int: EffectSetting], _ exchange: MixExchange.AudioSide?, sampleRateHz: Float
  ) {
    slots = .allocate(capacity: Self.slotCount)
    for place in 0..<Self.slotCount {
      (slots + place).initialize(
        to: EffectSlot(settings[place + 1], exchange, sampleRateHz: sampleRateHz))
    }
    isIdle = settings.isEmpty
  }

  /// Gives the memory back. Not for the audio thread.
  func free() {
    for place in 0..<Self.slotCount { slots[place].free() }
    slots.deallocate()
  }

  /// Has a slot hold an effect from the next frame on, or nothing; see ``EffectSlot/set(_:_:)``.
  @_noLocks mutating func set(_ setting: SlotContent?, _ new: EffectUnit?, slot: Int) {
    guard slot >= 1 && slot <= Self.slotCount else { return }
    slots[slot &- 1].set(setting, new)
    isIdle = false
  }

  /// What the player has in a slot; nil for nothing.
  @_noLocks func content(slot: Int) -> SlotContent? {
    slot >= 1 && slot <= Self.slotCount ? slots[slot &- 1].wanted : nil
  }

  /// Has what a slot holds sound with other numbers; see ``EffectSlot/shape(_:)``.
  @_noLocks func shape(_ numbers: SIMD8<Float>, slot: Int) {
    guard slot >= 1 && slot <= Self.slotCount else { return }
    slots[slot &- 1].shape(numbers)
  }

  /// Notes have another length from the next frame on, for effects that follow the tempo.
  @_noLocks func follow(wholeNoteSeconds: Float) {
    for slot in 0..<Self.slotCount { slots[slot].follow(wholeNoteSeconds: wholeNoteSeconds) }
  }

  /// Processes frames of interleaved stereo in place.
  ///
  /// - Parameters:
  ///   - passing: Room for as many.
  ///   - keys: The same frames of other buses.
  @_noLocks mutating func process(
    _ frames: UnsafeMutablePointer<Float>, count: Int, passing: UnsafeMutablePointer<Float>,
    keys: MixKeys? = nil
  ) {
    guard !isIdle else { return }
    var isAnyBusy = false
    for slot in 0..<Self.slotCount where !slots[slot].isIdle {
      slots[slot].process(frames, count: count, passing: passing, keys: keys)
      if !slots[slot].isIdle { isAnyBusy = true }
    }
    isIdle = !isAnyBusy
  }
}
