// SPDX-License-Identifier: GPL-3.0-or-later

/// Other drums take over while the old ones ring out.
extension VoiceBank {
  /// Something of drums that were replaced still sounds.
  public var isRingingOut: Bool { @_noLocks get { retiring != nil } }

  /// Lets new hits strike other drums of the same sample rate from the next frame on. Only if no
  /// earlier drums ring out; ``hasten()`` makes it so.
  @_noLocks public mutating func use(_ next: DrumSetPointer) {
    precondition(retiring == nil, "what was replaced before still rings out")
    precondition(next.pointee.kit.sampleRateHz == sampleRateHz, "the drums have another rate")
    retiring = drums
    drums = next
  }

  /// Fades voices that ring out on replaced drums.
  @_noLocks public mutating func hasten() {
    guard let retiring else { return }
    for slot in 0..<slotCount where voices[slot].isHeld && voices[slot].drums == retiring {
      voices[slot].fade(.leaving, frameCount: stealFrames)
    }
  }

  /// The drums that were replaced, once nothing sounds or waits that needs them; the caller frees
  /// them.
  @_noLocks public mutating func retired() -> DrumSetPointer? {
    guard let old = retiring, !schedule.uses(old) else { return nil }
    for slot in 0..<slotCount where !voices[slot].isIdle && voices[slot].drums == old { return nil }
    retiring = nil
    return old
  }

  /// The drums of a hit.
  @_noLocks func drums(ofHit hit: Int) -> DrumSetPointer {
    if let waiting = schedule.drums(hit: hit) { return waiting }
    guard let slot = slot(hit: hit) else { return drums }
    return voices[slot].drums ?? drums
  }
}
