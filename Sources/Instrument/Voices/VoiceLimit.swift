// SPDX-License-Identifier: GPL-3.0-or-later

/// How many hits may sound at a time on pads that share the limit.
public struct VoiceLimit: BitwiseCopyable, Sendable, Hashable {
  /// Pads of the same number share it.
  public let group: Int
  /// At least 1.
  public let count: Int

  /// A limit of `count` hits.
  public init(group: Int, count: Int) {
    precondition(count > 0, "a pad that may not sound is no pad")
    (self.group, self.count) = (group, count)
  }
}

extension VoiceBank {
  /// Fades the oldest hits beyond those that the kit lets sound together with a stroke on a pad.
  @_noLocks mutating func makeRoom(for stroke: NoteOn, on pad: Int, of drums: DrumSetPointer) {
    guard let limit = drums.pointee.kit.pads[pad].voiceLimit else { return }
    while true {
      var count = 0
      var oldest = 0
      for slot in 0..<slotCount
      where isLimited(slot, limit, drums) && voices[slot].hit != stroke.hit {
        if count == 0 || voices[slot].startFrame < voices[oldest].startFrame { oldest = slot }
        // A hit of several voices counts once.
        count += isFirst(slot, limit, drums) ? 1 : 0
      }
      guard count >= limit.count else { return }
      let hit = voices[oldest].hit
      for slot in 0..<slotCount where isLimited(slot, limit, drums) && voices[slot].hit == hit {
        voices[slot].fade(.ending, frameCount: stealFrames)
      }
    }
  }

  /// It sounds on a pad of these drums that shares the limit.
  @_noLocks private func isLimited(
    _ slot: Int, _ limit: VoiceLimit, _ drums: DrumSetPointer
  ) -> Bool {
    voices[slot].isSounding && voices[slot].drums == drums
      && drums.pointee.kit.pads[voices[slot].pad].voiceLimit?.group == limit.group
  }

  /// No voice before it is of the same hit.
  @_noLocks private func isFirst(
    _ slot: Int, _ limit: VoiceLimit, _ drums: DrumSetPointer
  ) -> Bool {
    for other in 0..<slot
    where voices[other].hit == voices[slot].hit && isLimited(other, limit, drums) {
      return false
    }
    return true
  }
}
