// SPDX-License-Identifier: GPL-3.0-or-later

/// Pads that a corrected hit keeps.
extension VoiceBank {
  /// Gives voices of the hit the places that their pads have in a corrected stroke, so that they go
  /// on.
  ///
  /// - Parameter count: How many pads the hit struck so far.
  /// - Returns: For each place of the stroke, whether nothing was struck there so far.
  @_noLocks mutating func keepPads(
    of stroke: NoteOn, struckBefore count: Int
  ) -> InlineArray<4, Bool> {
    var isNew = InlineArray<4, Bool>(repeating: false)
    for place in 0..<StruckPads.most { isNew[place] = place >= count }
    for place in 0..<stroke.pads.count {
      guard let kept = slot(hit: stroke.hit, pad: stroke.pads[place]) else { continue }
      let before = voices[kept].place
      guard before != place else { continue }
      for slot in 0..<slotCount where voices[slot].isHeld && voices[slot].hit == stroke.hit {
        voices[slot].exchange(place: before, with: place)
      }
      let wasNew = isNew[place]
      isNew[place] = isNew[before]
      isNew[before] = wasNew
    }
    return isNew
  }

  /// A voice that answers for a hit on a pad.
  @_noLocks private func slot(hit: Int, pad: Int) -> Int? {
    for slot in 0..<slotCount
    where voices[slot].isHeld && voices[slot].hit == hit && voices[slot].pad == pad {
      return slot
    }
    return nil
  }
}
