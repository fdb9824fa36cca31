// SPDX-License-Identifier: GPL-3.0-or-later

/// The effects of a bus, on the audio thread: its sum passes the slots in their order. Its owner
/// frees it.
struct Rack: BitwiseCopyable {
  /// How many slots it has.
  static var slotCount: Int { @_noLocks get { 8 } }

  private let slots: UnsafeMutablePointer<EffectSlot>
  /// Frames pass unchanged, and no effect begins.
  private(set) var isIdle = true

  /// An empty rack.
  init(sampleRateHz: Float) {
    slots = .allocate(capacity: Self.slotCount)
    slots.initialize(repeating: EffectSlot(sampleRateHz: sampleRateHz), count: Self.slotCount)
  }

  /// Gives the memory back.
  func free() { slots.deallocate() }

  /// Has a slot hold an effect from the next frame on, or nothing; slots count from 1.
  @_noLocks mutating func set(_ setting: EffectSetting?, slot: Int) {
    guard slot >= 1 && slot <= Self.slotCount else { return }
    slots[slot &- 1].set(setting)
    isIdle = false
  }

  /// Processes frames of interleaved stereo in place.
  ///
  /// - Parameter passing: Room for as many.
  @_noLocks mutating func process(
    _ frames: UnsafeMutablePointer<Float>, count: Int, passing: UnsafeMutablePointer<Float>
  ) {
    guard !isIdle else { return }
    var isAnyBusy = false
    for slot in 0..<Self.slotCount where !slots[slot].isIdle {
      slots[slot].process(frames, count: count, passing: passing)
      if !slots[slot].isIdle { isAnyBusy = true }
    }
    isIdle = !isAnyBusy
  }
}
